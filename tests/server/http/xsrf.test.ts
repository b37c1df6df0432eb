import { expect, it } from 'vitest';
import { cookieNames } from '#contract/cookies.ts';
import { paths } from '#contract/paths.ts';
import { logIn, makeAccount } from '#tests/support/server/log-in-steps.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { makeUser } from '#tests/support/server/sign-up-steps.ts';
import type { TestServer } from '#tests/support/server/test-server.ts';

const signedIn = async (server: TestServer) => {
  const client = server.client();
  const { userId } = await makeUser(server, client);
  return { client, userId };
};

onEmbeddedDatabase(
  'cookies on https',
  (server) => {
    it('are Secure, and the HttpOnly ones have the __Host- prefix', async () => {
      const client = server().client();
      await makeUser(server(), client);
      const response = await client.post(paths.refresh);
      const lines = [response.headers['set-cookie']].flat().map(String);
      for (const line of lines) expect(line).toMatch(/; Secure/);
      for (const name of ['access', 'refresh']) {
        const line = lines.find((text) => text.startsWith(`__Host-${name}=`));
        expect(line).toBeDefined();
        expect(line).not.toMatch(/Domain/i);
      }
      expect(client.cookies.has('__Host-ticket')).toBe(true);
      expect(client.cookies.has(cookieNames.xsrf)).toBe(true);
      expect(response.headers['strict-transport-security']).toMatch(/max-age=31536000/);
    });
  },
  { config: { publicUrl: 'https://sitara.example' } },
);

onEmbeddedDatabase('the XSRF token', (server) => {
  it('is set as a cookie with any page and call, and returned by its own call', async () => {
    const client = server().client();
    await client.get('/app/style.css');
    const cookie = client.cookies.get(cookieNames.xsrf);
    expect(cookie).toBeDefined();
    expect((await client.get(paths.xsrf)).body.token).toBe(cookie);
  });

  it('is required for every call that changes something', async () => {
    const { client } = await signedIn(server());
    const calls = [
      ['POST', '/v1/email/genOtpv2/a@b.example'],
      ['POST', paths.createCompany],
      ['POST', paths.uploadLogo],
      ['POST', paths.createUser],
      ['POST', paths.notifySales],
      ['PATCH', paths.completeUser],
      ['PATCH', paths.updateCompany],
      ['POST', paths.refresh],
      ['POST', paths.logout],
    ] as const;
    for (const [method, path] of calls) {
      for (const xsrf of [null, 'x', '']) {
        const response = await client.send(method, path, { xsrf });
        expect([path, response.status, response.error?.code]).toEqual([path, 403, 'xsrf']);
      }
    }
  });

  it('must be signed by the server: an injected pair of cookie and header is refused', async () => {
    const { client } = await signedIn(server());
    const planted = `${'a'.repeat(43)}.${'b'.repeat(43)}`;
    client.cookies.set(cookieNames.xsrf, planted);
    expect((await client.post(paths.logout, undefined, { xsrf: planted })).error?.code).toBe(
      'xsrf',
    );
  });

  it('of one session is not valid for another, or without a session', async () => {
    const { client: attacker } = await signedIn(server());
    const { client: victim } = await signedIn(server());
    const stolen = attacker.cookies.get(cookieNames.xsrf) ?? '';
    victim.cookies.set(cookieNames.xsrf, stolen);
    expect((await victim.post(paths.logout, undefined, { xsrf: stolen })).error?.code).toBe('xsrf');
    const anonymous = server().client();
    anonymous.cookies.set(cookieNames.xsrf, stolen);
    expect((await anonymous.post(paths.logout, undefined, { xsrf: stolen })).error?.code).toBe(
      'xsrf',
    );
  });

  it('stays at a refresh, because a tab may be sending a call with it; a login replaces it', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const token = () => client.cookies.get(cookieNames.xsrf);
    await logIn(client, email);
    const first = token();
    expect((await client.post(paths.refresh)).status).toBe(200);
    expect(token()).toBe(first);
    expect((await client.post(paths.logout)).status).toBe(200);
    await logIn(client, email);
    expect(token()).not.toBe(first);
  });

  it('is renewed by one GET if it is stale', async () => {
    const { client } = await signedIn(server());
    client.cookies.set(cookieNames.xsrf, 'stale');
    expect((await client.post(paths.refresh)).error?.code).toBe('xsrf');
    await client.get(paths.xsrf);
    expect((await client.post(paths.refresh)).status).toBe(200);
  });
});
