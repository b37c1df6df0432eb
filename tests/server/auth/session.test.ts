import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames } from '#contract/cookies.ts';
import { REFRESH_LIFETIME_MS } from '#server/auth/sessions/tokens.ts';
import { now } from '#server/database/time.ts';
import { expireAccessTokens } from '#tests/support/server/database/age-rows.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { logIn, makeAccount } from '#tests/support/server/log-in-steps.ts';
import { companyBody, makeUser } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const DAY_MS = 24 * 60 * 60_000;

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

const endSessions = ({ db }: TestServer, userId: string) =>
  db.updateTable('sessions').set({ ended_at: now }).where('user_id', '=', userId).execute();

const ageTokens = ({ db }: TestServer, userId: string, seconds: number) =>
  sql`update sessions set renewed_at = renewed_at - make_interval(secs => ${seconds})
    where user_id = ${userId}`.execute(db);

onEachDatabase('a session', (server) => {
  it('is opened when the user is created, with HttpOnly cookies', async () => {
    const { client, userId } = await signedIn(server());
    const response = await client.post(paths.refresh);
    const lines = [response.headers['set-cookie']].flat().map(String);
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

  it('needs a refresh after 15 minutes', async () => {
    const { client, userId } = await signedIn(server());
    await expireAccessTokens(server().db, userId);
    expect((await client.get(paths.currentUser)).error?.code).toBe('unauthenticated');
    expect((await client.post(paths.refresh)).status).toBe(200);
    expect((await client.get(paths.currentUser)).status).toBe(200);
  });

  it('expires after 30 days without a refresh', async () => {
    const { client, userId } = await signedIn(server());
    await sql`update sessions set expires_at = expires_at - make_interval(secs => ${REFRESH_LIFETIME_MS / 1000})
      where user_id = ${userId}`.execute(server().db);
    expect((await client.get(paths.currentUser)).status).toBe(401);
    expect((await client.post(paths.refresh)).status).toBe(401);
    expect(client.cookies.has('signed-in')).toBe(false);
  });

  it('that is refused deletes no tokens, because another tab may have newer ones', async () => {
    const { client, userId } = await signedIn(server());
    await endSessions(server(), userId);
    const { status, headers } = await client.post(paths.refresh);
    expect(status).toBe(401);
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^signed-in=; Max-Age=0/),
    ]);
  });

  it('has its mark restored at its next call, if another response has deleted it', async () => {
    const { client } = await signedIn(server());
    client.cookies.delete('signed-in');
    expect((await client.get(paths.currentUser)).status).toBe(200);
    expect(client.cookies.get('signed-in')).toBe('1');
    expect((await client.get(paths.currentUser)).headers['set-cookie']).toBeUndefined();
  });

  it('expires 30 days after its last refresh', async () => {
    const { client, userId } = await signedIn(server());
    const age = () =>
      sql`update sessions set expires_at = expires_at - make_interval(secs => ${(REFRESH_LIFETIME_MS - DAY_MS) / 1000})
        where user_id = ${userId}`.execute(server().db);
    await age();
    expect((await client.post(paths.refresh)).status).toBe(200);
    await age();
    expect((await client.post(paths.refresh)).status).toBe(200);
  });

  it('gets new tokens at a refresh, and the old access token is invalid', async () => {
    const { client } = await signedIn(server());
    const old = copyOf(server(), client);
    await client.post(paths.refresh);
    expect(tokens(client).access).not.toBe(tokens(old).access);
    expect(tokens(client).refresh).not.toBe(tokens(old).refresh);
    expect((await client.get(paths.currentUser)).status).toBe(200);
    expect((await old.get(paths.currentUser)).status).toBe(401);
  });

  it('keeps its tokens at a refresh within ten seconds, because a tab may be using them', async () => {
    const { client, userId } = await signedIn(server());
    await client.post(paths.refresh);
    const first = copyOf(server(), client);
    const second = copyOf(server(), client);
    expect((await second.post(paths.refresh)).status).toBe(200);
    expect(tokens(second)).toEqual(tokens(first));
    expect((await first.get(paths.currentUser)).status).toBe(200);
    await ageTokens(server(), userId, 10);
    expect((await second.post(paths.refresh)).status).toBe(200);
    expect(tokens(second)).not.toEqual(tokens(first));
    expect((await first.get(paths.currentUser)).status).toBe(401);
  });

  it('has one successor when fifty tabs refresh concurrently', async () => {
    const { client, userId } = await signedIn(server());
    const tabs = Array.from({ length: 50 }, () => copyOf(server(), client));
    const responses = await Promise.all(tabs.map((tab) => tab.post(paths.refresh)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(tabs.map((tab) => tokens(tab).refresh)).size).toBe(1);
    expect(new Set(tabs.map((tab) => tokens(tab).access)).size).toBe(1);
    for (const tab of tabs.slice(0, 3)) expect((await tab.get(paths.currentUser)).status).toBe(200);
    expect(await liveSessions(server(), userId)).toBe(1);
  });

  it('ends entirely when an old token is replayed after ten seconds', async () => {
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

  it('ends entirely when an old token is replayed after its successor was used', async () => {
    const { client, userId } = await signedIn(server());
    const thief = copyOf(server(), client);
    await client.post(paths.refresh);
    await expireAccessTokens(server().db, userId);
    await client.post(paths.refresh);
    expect((await thief.post(paths.refresh)).status).toBe(401);
    expect(await liveSessions(server(), userId)).toBe(0);
  });

  it('does not accept its refresh token as access token, or vice versa', async () => {
    const { client, userId } = await signedIn(server());
    const { access = '', refresh = '' } = tokens(client);
    client.cookies.set('access', refresh);
    client.cookies.set('refresh', access);
    expect((await client.get(paths.currentUser)).status).toBe(401);
    expect((await client.post(paths.refresh)).status).toBe(401);
    expect(await liveSessions(server(), userId)).toBe(1);
  });

  it('does not end because of a token that is newer than a restored database', async () => {
    const { client, userId } = await signedIn(server());
    const early = copyOf(server(), client);
    await client.post(paths.refresh);
    await sql`update sessions set generation = 1 where user_id = ${userId}`.execute(server().db);
    expect((await client.post(paths.refresh)).status).toBe(401);
    expect((await early.get(paths.currentUser)).status).toBe(200);
  });

  it('does not end because of a token that was never issued', async () => {
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

  describe('a logout', () => {
    it('ends the session and removes the ticket and the cookies', async () => {
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

    it('works with the refresh token alone', async () => {
      const { client, userId } = await signedIn(server());
      client.cookies.delete('access');
      expect((await client.post(paths.logout)).status).toBe(200);
      expect(await liveSessions(server(), userId)).toBe(0);
    });

    it('works even if another tab has just refreshed the session', async () => {
      const { client, userId } = await signedIn(server());
      const other = copyOf(server(), client);
      await other.post(paths.refresh);
      await client.post(paths.logout);
      expect(await liveSessions(server(), userId)).toBe(0);
      expect((await other.get(paths.currentUser)).status).toBe(401);
    });

    it('ends the session in any order with a concurrent refresh', async () => {
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

    it('of an ended session deletes no tokens, because another tab may have newer ones', async () => {
      const { client, userId } = await signedIn(server());
      await endSessions(server(), userId);
      const { status, headers } = await client.post(paths.logout);
      expect(status).toBe(200);
      expect([headers['set-cookie']].flat()).toEqual([
        expect.stringMatching(/^signed-in=; Max-Age=0/),
        expect.stringMatching(/^ticket=; Max-Age=0/),
      ]);
    });

    it('with the XSRF token of an earlier session is refused, and ends nothing', async () => {
      const { email } = await makeAccount(server());
      const client = server().client();
      await logIn(client, email);
      const earlier = client.cookies.get(cookieNames.xsrf) ?? '';
      await logIn(client, email);
      const before = new Map(client.cookies);
      const response = await client.post(paths.logout, undefined, { xsrf: earlier });
      expect([response.status, response.error?.code]).toEqual([403, 'xsrf']);
      expect(client.cookies).toEqual(before);
      expect((await client.get(paths.currentUser)).status).toBe(200);
    });

    it('without a session is 200', async () => {
      expect((await server().client().post(paths.logout)).status).toBe(200);
    });
  });
});
