import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { expireAccessTokens } from '#tests/support/server/database/age-rows.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { auditTrail, logIn, makeAccount } from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const copyOf = (server: TestServer, client: TestClient): TestClient =>
  copyCookies(client, server.client());

const refreshOf = ({ cookies }: TestClient) => cookies.get('refresh') ?? '';

onEachDatabase('a stolen session', (server) => {
  const signedIn = async () => {
    const { email, userId } = await makeAccount(server());
    await sql`delete from sessions where user_id = ${userId}`.execute(server().db);
    const client = server().client();
    expect((await logIn(client, email)).status).toBe(200);
    return { email, userId, client };
  };
  const live = async (userId: string) => {
    const { rows } = await sql`select 1 from sessions where user_id = ${userId}
      and ended_at is null and expires_at > now()`.execute(server().db);
    return rows.length;
  };
  const generations = async (userId: string) => {
    const { rows } = await sql<{ generation: number }>`select generation from sessions
      where user_id = ${userId}`.execute(server().db);
    return rows.map(({ generation }) => generation);
  };

  it('has one successor for fifty concurrent refreshes: one session, one renewal', async () => {
    const { userId, client } = await signedIn();
    const tabs = Array.from({ length: 50 }, () => copyOf(server(), client));
    const responses = await Promise.all(tabs.map((tab) => tab.post(paths.refresh)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(tabs.map(refreshOf)).size).toBe(1);
    expect(await generations(userId)).toEqual([2]);
    expect(await live(userId)).toBe(1);
  });

  it('gets the lost response again within ten seconds, any number of times', async () => {
    const { userId, client } = await signedIn();
    const lost = copyOf(server(), client);
    expect((await lost.post(paths.refresh)).status).toBe(200);
    for (let round = 0; round < 3; round += 1) {
      const again = copyOf(server(), client);
      expect((await again.post(paths.refresh)).status).toBe(200);
      expect(refreshOf(again)).toBe(refreshOf(lost));
      expect((await again.get(paths.currentUser)).status).toBe(200);
    }
    expect(await generations(userId)).toEqual([2]);
    expect(await live(userId)).toBe(1);
  });

  it('counts as replayed once the successor was used, which ends the whole family', async () => {
    const { email, userId, client } = await signedIn();
    const thief = copyOf(server(), client);
    await client.post(paths.refresh);
    await expireAccessTokens(server().db, userId);
    await client.post(paths.refresh);
    const replay = await thief.post(paths.refresh);
    expect([replay.status, replay.error?.code]).toEqual([401, 'unauthenticated']);
    expect(await live(userId)).toBe(0);
    for (const { status } of [
      await client.get(paths.currentUser),
      await client.post(paths.refresh),
    ])
      expect(status).toBe(401);
    expect(await auditTrail(server(), { email, userId })).toContain('session replayed');
  });

  it('has ended after any order of twenty logouts and refreshes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { userId, client } = await signedIn();
      const tabs = Array.from({ length: 20 }, () => copyOf(server(), client));
      await Promise.all(
        tabs.map((tab, index) => tab.post(index % 4 === round % 4 ? paths.logout : paths.refresh)),
      );
      expect(await live(userId)).toBe(0);
      for (const tab of [client, ...tabs.slice(0, 4)]) {
        expect((await tab.get(paths.currentUser)).status).toBe(401);
        expect((await tab.post(paths.refresh)).status).toBe(401);
      }
      expect(await live(userId)).toBe(0);
    }
  });

  it('that was fixed before the login is worthless after it, whichever cookie it was', async () => {
    for (const names of [['access', 'refresh'], ['access'], ['refresh']]) {
      const attacker = await signedIn();
      const victim = await makeAccount(server());
      const browser = server().client();
      for (const name of names) browser.cookies.set(name, attacker.client.cookies.get(name) ?? '');
      await browser.get(paths.xsrf);
      expect((await logIn(browser, victim.email)).status).toBe(200);
      expect((await browser.get(paths.currentUser)).body.success?.uuid).toBe(victim.userId);
      expect((await attacker.client.get(paths.currentUser)).status).toBe(401);
      expect((await attacker.client.post(paths.refresh)).status).toBe(401);
      expect(await live(attacker.userId)).toBe(0);
    }
  });
});
