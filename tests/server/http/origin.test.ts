import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { ORIGIN } from '#tests/support/server/test-server.ts';

onEmbeddedDatabase(
  'the origin of a site on https',
  (server) => {
    it.each([
      ['https://sitara.example', 200],
      ['http://sitara.example', 403],
      [ORIGIN, 403],
      ['http://127.0.0.1:3000', 403],
      ['http://sitara.localhost:3000', 403],
    ])('must use https even on this machine: %s is %i', async (origin, status) => {
      expect((await server().client().post(paths.logout, undefined, { origin })).status).toBe(
        status,
      );
    });
  },
  { config: { publicUrl: 'https://sitara.example' } },
);

onEmbeddedDatabase('the origin of a request', (server) => {
  const ask = (origin: string | null) =>
    server().client().post(paths.logout, undefined, { origin });

  it.each([
    ORIGIN,
    'http://127.0.0.1:3000',
    'http://127.9.9.9:3000',
    'http://[::1]:3000',
    'http://sitara.localhost:3000',
    'https://www.partner.example',
  ])('may be %s', async (origin) => {
    expect((await ask(origin)).status).toBe(200);
  });

  it.each([
    null,
    'null',
    '',
    'https://evil.example',
    'http://localhost:3001',
    'https://localhost:3000',
    'http://localhost:3000.evil.example',
    'http://localhost.evil.example:3000',
    'http://127.0.0.1.evil.example:3000',
    'http://x@localhost:3000',
    'http://localhost:3000/',
    'https://www.partner.example.evil.example',
    'http://www.partner.example',
  ])('may not be %j', async (origin) => {
    const response = await ask(origin);
    expect(response.status).toBe(403);
    expect(response.error?.code).toBe('origin_refused');
  });

  it('gets credentialed CORS and access to Retry-After if it is configured', async () => {
    const origin = 'https://www.partner.example';
    const preflight = await server()
      .client()
      .send('OPTIONS', paths.createCompany, {
        origin,
        headers: { 'access-control-request-method': 'POST' },
      });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'content-type, x-xsrf-token',
    });
    const refused = await server().client().post(paths.createCompany, {}, { origin });
    expect(refused.status).toBe(401);
    expect(refused.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'Retry-After',
    });
    expect(refused.headers['vary']).toContain('Origin');
  });

  it('gets no CORS headers otherwise', async () => {
    const response = await server()
      .client()
      .send('OPTIONS', paths.createCompany, {
        origin: 'https://evil.example',
        headers: { 'access-control-request-method': 'POST' },
      });
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(response.status).toBe(405);
  });
});
