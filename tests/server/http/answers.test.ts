import { expect, it } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { makeUser, PASSWORD, receiveCode } from '#tests/support/server/sign-up-steps.ts';

onEmbeddedDatabase('any response', (server) => {
  it('to an unsupported method lists the allowed ones', async () => {
    const wrong = [
      ['HEAD', paths.currentUser, 'GET'],
      ['HEAD', '/app', 'GET'],
      ['PUT', paths.createCompany, 'POST'],
      ['GET', paths.createCompany, 'POST'],
      ['DELETE', paths.updateCompany, 'PATCH'],
      ['POST', paths.alive, 'GET'],
      ['POST', fillPath(paths.verifySignUpCode, { email: 'a@b.example', code: '123456' }), 'GET'],
      ['GET', fillPath(paths.sendSignUpCode, { email: 'a@b.example' }), 'POST'],
    ] as const;
    for (const [method, path, allowed] of wrong) {
      const response = await server().client().send(method, path);
      expect([method, path, response.status]).toEqual([method, path, 405]);
      expect(response.headers['allow']).toBe(allowed);
    }
  });

  it('to an unknown path never repeats the path', async () => {
    const response = await server().client().get('/v1/email/verfy/a@b.example/123456?x=secret');
    expect(response.status).toBe(404);
    expect(response.body).toEqual({
      error: { code: 'not_found', message: 'There is nothing here.' },
    });
    for (const accept of ['text/html', '*/*', undefined]) {
      const headers = accept === undefined ? {} : { accept };
      const page = await server().client().get('/secret', { headers });
      expect(page.status).toBe(404);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.text).not.toContain('secret');
    }
  });

  it('to a wrong link of a campaign keeps its source, and nothing else, on the way to the home page', async () => {
    const linksOf = async (address: string) => {
      const { text } = await server()
        .client()
        .get(address, { headers: { accept: 'text/html' } });
      return [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
    };
    const query = 'utm_source=a%22b&gclid=1&token=secret&utm_term=%0d%0a&utm_medium=x?y';
    const home = '/?utm_source=a%22b&amp;utm_medium=x%3Fy&amp;gclid=1';
    expect(await linksOf(`/nowhere?${query}`)).toEqual([home, home]);
    expect(await linksOf('/nowhere?token=secret')).toEqual(['/', '/']);
  });

  it('to an unknown file, or where JSON is asked for, is no page', async () => {
    for (const [path = '', accept = ''] of [
      ['/assets/gone-1a2b.js', '*/*'],
      ['/social/nowhere.png', 'image/avif,image/webp,*/*;q=0.8'],
      ['/nowhere', 'application/json'],
    ]) {
      const response = await server().client().get(path, { headers: { accept } });
      expect([path, response.status, response.error?.code]).toEqual([path, 404, 'not_found']);
    }
  });

  it('to an overlong path parameter is 414', async () => {
    const response = await server()
      .client()
      .get(fillPath(paths.verifySignUpCode, { email: 'a'.repeat(1025), code: '1' }));
    expect(response.status).toBe(414);
    expect(response.error?.code).toBe('path_too_long');
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('to a malformed path is 400', async () => {
    for (const path of ['/v1/email/verify/%zz/123456', '/logos/%E0%A4%A', '/v1/email/verify/%ff/1'])
      expect((await server().client().get(path)).status).toBe(400);
  });

  it('is 503 with Retry-After while the database is unavailable, without the reason', async () => {
    const { db } = server();
    const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:5432'), {
      code: 'ECONNREFUSED',
    });
    const executor = db.getExecutor();
    const original = executor.provideConnection.bind(executor);
    executor.provideConnection = () => Promise.reject(away);
    const client = server().client();
    client.cookies.set('ticket', 'x'.repeat(43));
    const response = await client.post(paths.createCompany, {});
    const ready = await client.get(paths.ready);
    const alive = await client.get(paths.alive);
    executor.provideConnection = original;
    expect(response.status).toBe(503);
    expect(response.error?.code).toBe('unavailable');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.text).not.toContain('10.0.0.9');
    expect([ready.status, alive.status]).toEqual([503, 200]);
    // The answer is valid for a second.
    await expect.poll(async () => (await client.get(paths.ready)).status).toBe(200);
  });

  it('is one log line without email addresses, codes, cookies or passwords', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    await client.get(fillPath(paths.verifySignUpCode, { email, code }));
    await makeUser(server(), client);
    await client.get(`/nothing/${email}`);
    await client.get(`/v1/email/verify/${email}%zz/${code}`);
    await server().client().post(`/v1/user/create`, { password: PASSWORD, email });

    const log = server().logs.join('');
    for (const secret of [
      email,
      encodeURIComponent(email),
      code,
      PASSWORD,
      ...client.cookies.values(),
    ])
      if (secret.length > 1) expect(log).not.toContain(secret);
    const lines = server().logs.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        method: 'GET',
        route: paths.verifySignUpCode,
        status: 200,
        ms: expect.any(Number),
        reqId: expect.any(String),
      }),
    );
    const ids = lines.filter(({ msg }) => msg === 'request').map(({ reqId }) => reqId);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
