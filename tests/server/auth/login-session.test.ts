import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { expireAccessTokens } from '#tests/support/server/database/age-rows.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import {
  auditTrail,
  logIn,
  logInByCode,
  makeAccount,
  receiveLoginCode,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const copyOf = (server: TestServer, client: TestClient): TestClient =>
  copyCookies(client, server.client());

const sessionOf = ({ cookies }: TestClient) => cookies.get('access')?.split('.')[0];

const isSignedOut = async (client: TestClient) => {
  expect((await client.get(paths.currentUser)).status).toBe(401);
  expect((await client.post(paths.refresh)).status).toBe(401);
};

onEachDatabase('the session of a login', (server) => {
  it('is a new one: a session fixed by an attacker is worthless afterwards', async () => {
    const { email, userId } = await makeAccount(server());
    const { maker: attacker, ...theirs } = await makeAccount(server());
    const planted = copyOf(server(), attacker);
    const victim = copyOf(server(), attacker);
    expect((await logIn(victim, email)).status).toBe(200);
    expect(sessionOf(victim)).not.toBe(sessionOf(planted));
    expect((await victim.get(paths.currentUser)).body.success?.uuid).toBe(userId);
    await isSignedOut(planted);
    expect(await auditTrail(server(), theirs)).toContain('session ended');
  });

  it.each(['access', 'refresh'])(
    'ends the previous session if the request has its %s only',
    async (name) => {
      const { email, maker } = await makeAccount(server());
      const old = copyOf(server(), maker);
      const client = server().client();
      client.cookies.set(name, maker.cookies.get(name) ?? '');
      await client.get(paths.xsrf);
      expect((await signInByCode(server(), client, email)).status).toBe(200);
      await isSignedOut(old);
    },
  );

  it('is not created from invented cookies', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const id = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';
    const planted = `${id}.${'x'.repeat(43)}`;
    client.cookies.set('access', planted);
    client.cookies.set('refresh', planted);
    await client.get(paths.xsrf);
    expect((await logIn(client, email)).status).toBe(200);
    expect(sessionOf(client)).not.toBe(id);
    const attacker = server().client();
    attacker.cookies.set('access', planted);
    attacker.cookies.set('refresh', planted);
    await isSignedOut(attacker);
  });

  it('is a new one at every login, and a failed login keeps the present one', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    await logIn(client, email);
    const first = copyOf(server(), client);
    expect((await logIn(client, email, 'not the password')).status).toBe(401);
    expect((await logInByCode(client, email, '123456')).status).toBe(400);
    expect((await first.get(paths.currentUser)).status).toBe(200);
    await logIn(client, email);
    expect(sessionOf(client)).not.toBe(sessionOf(first));
    await isSignedOut(first);
    expect((await client.get(paths.currentUser)).status).toBe(200);
  });

  it('leaves the sessions of other browsers alone', async () => {
    const { email, maker } = await makeAccount(server());
    await logIn(server().client(), email);
    expect((await maker.get(paths.currentUser)).status).toBe(200);
  });

  it('is renewed once for fifty concurrent tabs, and ends entirely when an old token is replayed', async () => {
    const { email, userId } = await makeAccount(server());
    const client = server().client();
    await signInByCode(server(), client, email);
    const thief = copyOf(server(), client);
    const tabs = Array.from({ length: 50 }, () => copyOf(server(), client));
    const responses = await Promise.all(tabs.map((tab) => tab.post(paths.refresh)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(tabs.map((tab) => tab.cookies.get('refresh'))).size).toBe(1);
    const [tab = client] = tabs;
    await expireAccessTokens(server().db, userId);
    expect((await tab.post(paths.refresh)).status).toBe(200);
    expect((await thief.post(paths.refresh)).status).toBe(401);
    expect((await tab.get(paths.currentUser)).status).toBe(401);
  });

  it('has ended after logout, login and refresh in any order', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    await logIn(client, email);
    const [out, renewing, again] = [0, 1, 2].map(() => copyOf(server(), client));
    if (!out || !renewing || !again) throw new Error('three tabs');
    await Promise.all([out.post(paths.logout), renewing.post(paths.refresh), logIn(again, email)]);
    await isSignedOut(client);
    expect((await renewing.get(paths.currentUser)).status).toBe(401);
    expect((await again.get(paths.currentUser)).status).toBe(200);
  });

  it('by a code that two browsers use concurrently is one session', async () => {
    const { email } = await makeAccount(server());
    const code = await receiveLoginCode(server(), server().client(), email);
    const browsers = [server().client(), server().client()];
    await Promise.all(browsers.map((browser) => logInByCode(browser, email, code)));
    expect(browsers.filter(({ cookies }) => cookies.has('access'))).toHaveLength(1);
  });
});
