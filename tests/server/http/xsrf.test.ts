import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, HOST_PREFIX, XSRF_HEADER } from '#contract/cookies.ts';
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
      expect(client.cookies.has('__Host-XSRF-TOKEN')).toBe(true);
      expect(response.headers['strict-transport-security']).toMatch(/max-age=31536000/);
    });

    it('do not count without the prefix, which a sibling domain cannot plant', async () => {
      const client = server().client();
      const { token = '' } = (await client.get(paths.xsrf)).body;
      const post = (name: string) =>
        server()
          .client()
          .post(paths.logout, undefined, {
            headers: { cookie: `${name}=${token}`, [XSRF_HEADER]: token },
          });
      expect((await post('XSRF-TOKEN')).error?.code).toBe('xsrf');
      expect((await post('__Host-XSRF-TOKEN')).status).toBe(200);
    });

    it('replace an XSRF cookie without the prefix, which the page of an earlier version would read', async () => {
      const client = server().client();
      client.cookies.set(cookieNames.xsrf, 'x');
      await client.get(paths.xsrf);
      expect([...client.cookies.keys()]).toEqual([HOST_PREFIX + cookieNames.xsrf]);
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

  describe('beside values that a sibling domain has planted', () => {
    /** Sends cookies in this order, as browsers order them: a longer path comes first. */
    const send = (method: 'GET' | 'POST', path: string, values: string[], header?: string) =>
      server()
        .client()
        .send(method, path, {
          xsrf: null,
          headers: {
            cookie: values.map((value) => `${cookieNames.xsrf}=${value}`).join('; '),
            ...(header !== undefined && { [XSRF_HEADER]: header }),
          },
        });
    const makeToken = async () => (await server().client().get(paths.xsrf)).body.token ?? '';

    it.each([
      ['first', (good: string) => ['planted', good]],
      ['last', (good: string) => [good, 'planted']],
      ['in the middle', (good: string) => ['', good, `${good}x`]],
      ['after a valid one', (good: string, other: string) => [other, good]],
      ['before a valid one', (good: string, other: string) => [good, other]],
    ] as const)('is accepted %s', async (_, order) => {
      const good = await makeToken();
      const values = order(good, await makeToken());
      expect((await send('POST', paths.logout, values, good)).status).toBe(200);
    });

    it('is returned by its own call, and stays', async () => {
      const good = await makeToken();
      for (const values of [
        ['planted', good],
        [good, 'planted'],
      ]) {
        const { body, headers } = await send('GET', paths.xsrf, values);
        expect([body.token, headers['set-cookie']]).toEqual([good, undefined]);
      }
    });

    it('is the one of the shortest path, which every page and every call has', async () => {
      const [planted, good] = [await makeToken(), await makeToken()];
      expect((await send('GET', paths.xsrf, [planted, good])).body.token).toBe(good);
    });

    it('is still needed in the header: no planted one counts, and none that the cookie lacks', async () => {
      const good = await makeToken();
      const planted = `${'a'.repeat(43)}.${'b'.repeat(43)}`;
      for (const header of [planted, '', `${planted}; ${good}`, await makeToken()])
        expect((await send('POST', paths.logout, [planted, good], header)).error?.code).toBe(
          'xsrf',
        );
    });

    it('is replaced if it is not among the last sixteen', async () => {
      const good = await makeToken();
      const planted = Array.from({ length: 16 }, (_, index) => `planted-${index}`);
      expect((await send('POST', paths.logout, [...planted, good], good)).status).toBe(200);
      expect((await send('POST', paths.logout, [good, ...planted], good)).error?.code).toBe('xsrf');
      const renewed = await send('GET', paths.xsrf, [good, ...planted]);
      expect(renewed.body.token).not.toBe(good);
    });

    it('stays at a refresh', async () => {
      const { client } = await signedIn(server());
      const good = client.cookies.get(cookieNames.xsrf) ?? '';
      client.cookies.delete(cookieNames.xsrf);
      const cookie = [
        `${cookieNames.xsrf}=planted`,
        ...[...client.cookies, [cookieNames.xsrf, good]].map(([name, value]) => `${name}=${value}`),
      ].join('; ');
      const bare = server().client();
      const refreshed = await bare.post(paths.refresh, undefined, {
        xsrf: good,
        headers: { cookie },
      });
      expect(refreshed.status).toBe(200);
      expect(bare.cookies.has('refresh')).toBe(true);
      expect(bare.cookies.has(cookieNames.xsrf)).toBe(false);
    });
  });
});
