import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { expireAccess } from '../support/age.ts';
import { copyCookies } from '../support/copy-cookies.ts';
import { companyBody, makeUser } from '../support/sign-up-steps.ts';
import type { TestClient } from '../support/test-client.ts';
import { onEachDatabase, type TestServer } from '../support/test-server.ts';

const copyOf = (server: TestServer, client: TestClient): TestClient =>
  copyCookies(client, server.client());

const signedIn = async (server: TestServer) => {
  const client = server.client();
  const { userId } = await makeUser(server, client);
  return { client, userId };
};

const tokens = ({ cookies }: TestClient) => ({
  access: cookies.get('access'),
  refresh: cookies.get('refresh'),
});

const liveSessions = async ({ db }: TestServer, userId: string) => {
  const rows = await db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .select('id')
    .execute();
  return rows.length;
};

const ageTokens = ({ db }: TestServer, userId: string, seconds: number) =>
  sql`update sessions set renewed_at = renewed_at - make_interval(secs => ${seconds})
    where user_id = ${userId}`.execute(db);

onEachDatabase('a session', (server) => {
  it('is opened by creating the user, in cookies that scripts can not read', async () => {
    const { client, userId } = await signedIn(server());
    const answer = await client.post(paths.refresh);
    const lines = [answer.headers['set-cookie']].flat().map(String);
    for (const name of ['access', 'refresh']) {
      const line = lines.find((text) => text.startsWith(`${name}=`)) ?? '';
      expect(line).toMatch(/; Path=\//);
      expect(line).toMatch(/; HttpOnly/);
      expect(line).toMatch(/; SameSite=Lax/);
    }
    expect(lines.find((text) => text.startsWith('access='))).toMatch(/Max-Age=900;/);
    expect(lines.find((text) => text.startsWith('refresh='))).toMatch(/Max-Age=2592000;/);
    expect(lines.find((text) => text.startsWith('signed-in=1'))).not.toMatch(/HttpOnly/);
    expect(await liveSessions(server(), userId)).toBe(1);
  });

  it('is stored without its tokens', async () => {
    const { client, userId } = await signedIn(server());
    const { rows } = await sql<{ row: string }>`select s::text as row
      from sessions s where user_id = ${userId}`.execute(server().db);
    const [, , access] = (tokens(client).access ?? '').split('.');
    const [, , refresh] = (tokens(client).refresh ?? '').split('.');
    expect(rows).toHaveLength(1);
    for (const secret of [access ?? '', refresh ?? '']) {
      expect(secret).toHaveLength(43);
      expect(rows[0]?.row).not.toContain(secret);
      expect(rows[0]?.row).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    }
  });

  it('ends after 15 minutes unless it is refreshed', async () => {
    const { client, userId } = await signedIn(server());
    await expireAccess(server().db, userId);
    expect((await client.get(paths.currentUser)).error?.code).toBe('unauthenticated');
    expect((await client.post(paths.refresh)).status).toBe(200);
    expect((await client.get(paths.currentUser)).status).toBe(200);
  });

  it('ends after 30 days without a refresh', async () => {
    const { client, userId } = await signedIn(server());
    await sql`update sessions set expires_at = expires_at - interval '30 days'
      where user_id = ${userId}`.execute(server().db);
    expect((await client.get(paths.currentUser)).status).toBe(401);
    expect((await client.post(paths.refresh)).status).toBe(401);
    expect(client.cookies.has('refresh')).toBe(false);
    expect(client.cookies.has('signed-in')).toBe(false);
  });

  it('lives 30 days from its last refresh', async () => {
    const { client, userId } = await signedIn(server());
    const age = () =>
      sql`update sessions set expires_at = expires_at - interval '29 days'
        where user_id = ${userId}`.execute(server().db);
    await age();
    expect((await client.post(paths.refresh)).status).toBe(200);
    await age();
    expect((await client.post(paths.refresh)).status).toBe(200);
  });

  it('gets new tokens at every refresh, and the old access token no longer holds', async () => {
    const { client } = await signedIn(server());
    const old = copyOf(server(), client);
    await client.post(paths.refresh);
    expect(tokens(client).access).not.toBe(tokens(old).access);
    expect(tokens(client).refresh).not.toBe(tokens(old).refresh);
    expect((await client.get(paths.currentUser)).status).toBe(200);
    expect((await old.get(paths.currentUser)).status).toBe(401);
  });

  it('gets one successor when fifty tabs refresh at once', async () => {
    const { client, userId } = await signedIn(server());
    const tabs = Array.from({ length: 50 }, () => copyOf(server(), client));
    const answers = await Promise.all(tabs.map((tab) => tab.post(paths.refresh)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(tabs.map((tab) => tokens(tab).refresh)).size).toBe(1);
    expect(new Set(tabs.map((tab) => tokens(tab).access)).size).toBe(1);
    for (const tab of tabs.slice(0, 3)) expect((await tab.get(paths.currentUser)).status).toBe(200);
    expect(await liveSessions(server(), userId)).toBe(1);
  });

  it('ends whole when an old token comes back after ten seconds', async () => {
    const { client, userId } = await signedIn(server());
    const thief = copyOf(server(), client);
    await client.post(paths.refresh);
    await ageTokens(server(), userId, 10);
    expect((await thief.post(paths.refresh)).status).toBe(401);
    expect(await liveSessions(server(), userId)).toBe(0);
    expect((await client.get(paths.currentUser)).status).toBe(401);
    expect((await client.post(paths.refresh)).status).toBe(401);
    const trail = await server()
      .db.selectFrom('audit')
      .where('user_id', '=', userId)
      .where('event', '=', 'session')
      .select('outcome')
      .orderBy('outcome')
      .execute();
    expect(trail.map(({ outcome }) => outcome)).toEqual(['expired', 'replayed']);
  });

  it('ends whole when an old token comes back after its successor was used', async () => {
    const { client, userId } = await signedIn(server());
    const thief = copyOf(server(), client);
    await client.post(paths.refresh);
    await client.post(paths.refresh);
    expect((await thief.post(paths.refresh)).status).toBe(401);
    expect(await liveSessions(server(), userId)).toBe(0);
  });

  it('is not opened by its refresh token, nor renewed by its access token', async () => {
    const { client, userId } = await signedIn(server());
    const { access = '', refresh = '' } = tokens(client);
    client.cookies.set('access', refresh);
    client.cookies.set('refresh', access);
    expect((await client.get(paths.currentUser)).status).toBe(401);
    expect((await client.post(paths.refresh)).status).toBe(401);
    expect(await liveSessions(server(), userId)).toBe(1);
  });

  it('is not ended by a token that the database was set back behind', async () => {
    const { client, userId } = await signedIn(server());
    const early = copyOf(server(), client);
    await client.post(paths.refresh);
    await sql`update sessions set generation = 1 where user_id = ${userId}`.execute(server().db);
    expect((await client.post(paths.refresh)).status).toBe(401);
    expect((await early.get(paths.currentUser)).status).toBe(200);
  });

  it('is not ended by a token that was never given out', async () => {
    const { client, userId } = await signedIn(server());
    const stranger = copyOf(server(), client);
    const [id] = (tokens(client).refresh ?? '').split('.');
    stranger.cookies.set('refresh', `${id}.1.${'x'.repeat(43)}`);
    expect((await stranger.post(paths.refresh)).status).toBe(401);
    expect(await liveSessions(server(), userId)).toBe(1);
  });

  it.each(['', 'x', `${'0'.repeat(36)}.1.${'x'.repeat(43)}`, "'; drop table users; --"])(
    'is not opened by an invented cookie: %j',
    async (value) => {
      const client = server().client();
      client.cookies.set('access', encodeURIComponent(value));
      client.cookies.set('refresh', encodeURIComponent(value));
      expect((await client.get(paths.currentUser)).status).toBe(401);
      expect((await client.post(paths.refresh)).status).toBe(401);
    },
  );

  describe('that is logged out', () => {
    it('is gone, with its ticket and its cookies', async () => {
      const { client } = await signedIn(server());
      const copy = copyOf(server(), client);
      expect((await client.post(paths.logout)).status).toBe(200);
      for (const name of ['access', 'refresh', 'ticket', 'signed-in'])
        expect(client.cookies.has(name)).toBe(false);
      expect((await copy.get(paths.currentUser)).status).toBe(401);
      expect((await copy.post(paths.refresh)).status).toBe(401);
      expect((await copy.post(paths.createCompany, companyBody)).error?.code).toBe(
        'ticket_missing',
      );
    });

    it('is gone even when only the refresh token came along', async () => {
      const { client, userId } = await signedIn(server());
      client.cookies.delete('access');
      expect((await client.post(paths.logout)).status).toBe(200);
      expect(await liveSessions(server(), userId)).toBe(0);
    });

    it('is gone even when another tab has just refreshed it', async () => {
      const { client, userId } = await signedIn(server());
      const other = copyOf(server(), client);
      await other.post(paths.refresh);
      await client.post(paths.logout);
      expect(await liveSessions(server(), userId)).toBe(0);
      expect((await other.get(paths.currentUser)).status).toBe(401);
    });

    it('is gone whichever of logout and refresh comes first', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { client, userId } = await signedIn(server());
        const tabs = Array.from({ length: 6 }, () => copyOf(server(), client));
        const calls = tabs.map((tab, index) =>
          tab.post(index === round % 6 ? paths.logout : paths.refresh),
        );
        await Promise.all(calls);
        expect(await liveSessions(server(), userId)).toBe(0);
        for (const tab of tabs) expect((await tab.get(paths.currentUser)).status).toBe(401);
      }
    });

    it('was none: 200 all the same', async () => {
      expect((await server().client().post(paths.logout)).status).toBe(200);
    });
  });
});
