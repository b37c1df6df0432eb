import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fillPath, paths } from '#contract/paths.ts';
import { makeUser, PASSWORD, receiveCode } from '../support/sign-up-steps.ts';
import { onEachDatabase } from '../support/test-server.ts';

const CRLF = '\r\n';

/** Sends bytes to a port and answers all that comes back until the other side hangs up. */
const talk = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });

onEachDatabase('any answer', (server) => {
  const everything = [
    ['a health check', 'GET', paths.alive, 200],
    ['a refusal', 'GET', paths.currentUser, 401],
    ['an unsafe call from nowhere', 'POST', paths.logout, 403],
    ['an unknown address', 'GET', '/v1/nothing', 404],
    ['a wrong method', 'DELETE', paths.createCompany, 405],
    ['a redirect', 'GET', '/app', 302],
  ] as const;

  it.each(everything)('carries the security headers: %s', async (_, method, path, status) => {
    const answer = await server().client().send(method, path, { origin: null, xsrf: null });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers['permissions-policy']).toContain('camera=()');
    const csp = String(answer.headers['content-security-policy']);
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(csp.split(';')).toContain(directive);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('to a wrong method says which are taken', async () => {
    const wrong = [
      ['HEAD', paths.currentUser, 'GET'],
      ['HEAD', '/app', 'GET'],
      ['PUT', paths.createCompany, 'POST'],
      ['GET', paths.createCompany, 'POST'],
      ['DELETE', paths.updateCompany, 'PATCH'],
      ['POST', paths.alive, 'GET'],
      ['POST', fillPath(paths.verifySignUpCode, 'a@b.example', '123456'), 'GET'],
      ['GET', fillPath(paths.sendSignUpCode, 'a@b.example'), 'POST'],
    ] as const;
    for (const [method, path, allowed] of wrong) {
      const answer = await server().client().send(method, path);
      expect([method, path, answer.status]).toEqual([method, path, 405]);
      expect(answer.headers['allow']).toBe(allowed);
    }
  });

  it('to an unknown address never repeats it', async () => {
    const answer = await server().client().get('/v1/email/verfy/a@b.example/123456?x=secret');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      error: { code: 'not_found', message: 'There is nothing here.' },
    });
    const page = await server()
      .client()
      .get('/secret', { headers: { accept: 'text/html' } });
    expect(page.status).toBe(404);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.text).not.toContain('secret');
  });

  it('to an endless part of an address is 414', async () => {
    const answer = await server()
      .client()
      .get(fillPath(paths.verifySignUpCode, 'a'.repeat(1025), '1'));
    expect(answer.status).toBe(414);
    expect(answer.error?.code).toBe('path_too_long');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('to a malformed address is 400', async () => {
    for (const path of ['/v1/email/verify/%zz/123456', '/logos/%E0%A4%A', '/v1/email/verify/%ff/1'])
      expect((await server().client().get(path)).status).toBe(400);
  });

  it('is 503 with Retry-After when the database is away, and says nothing of why', async () => {
    const { db } = server();
    const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.9:5432'), {
      code: 'ECONNREFUSED',
    });
    const executor = db.getExecutor();
    const original = executor.provideConnection.bind(executor);
    executor.provideConnection = () => Promise.reject(away);
    const client = server().client();
    client.cookies.set('ticket', 'x'.repeat(43));
    const answer = await client.post(paths.createCompany, {});
    const ready = await client.get(paths.ready);
    const alive = await client.get(paths.alive);
    executor.provideConnection = original;
    expect(answer.status).toBe(503);
    expect(answer.error?.code).toBe('unavailable');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.text).not.toContain('10.0.0.9');
    expect([ready.status, alive.status]).toEqual([503, 200]);
    expect((await client.get(paths.ready)).status).toBe(200);
  });

  it('is one line in the log, without addresses, codes, cookies or passwords', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    await client.get(fillPath(paths.verifySignUpCode, email, code));
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

onEachDatabase('over a real connection', (server) => {
  const listen = async () => {
    const { app } = server();
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const address = app.server.address();
    return typeof address === 'object' && address ? address.port : 0;
  };

  it('two Host headers are 400', async () => {
    const port = await listen();
    const head = `GET /healthz HTTP/1.1${CRLF}Host: a${CRLF}Host: b${CRLF}Connection: close`;
    expect(await talk(port, head + CRLF + CRLF)).toMatch(/^HTTP\/1\.1 400 /);
    const one = `GET /healthz HTTP/1.1${CRLF}Host: a${CRLF}Connection: close`;
    expect(await talk(port, one + CRLF + CRLF)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('headers of more than 16 KiB are 431, with a body of ours', async () => {
    const port = await listen();
    const head = `GET / HTTP/1.1${CRLF}Host: a${CRLF}X: ${'x'.repeat(17_000)}${CRLF}${CRLF}`;
    const answer = await talk(port, head);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"headers_too_large"');
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('what is no HTTP is 400', async () => {
    expect(await talk(await listen(), `HELO there${CRLF}${CRLF}`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('every wait has an end', async () => {
    await listen();
    const { requestTimeout, headersTimeout, timeout, keepAliveTimeout } = server().app.server;
    for (const ms of [requestTimeout, headersTimeout, timeout, keepAliveTimeout]) {
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual(60_000);
    }
  });

  it('the origins of the port it listens on are its own', async () => {
    const port = await listen();
    const client = server().client();
    const from = (origin: string) => client.post(paths.logout, undefined, { origin });
    expect((await from(`http://localhost:${port}`)).status).toBe(200);
    expect((await from(`http://127.0.0.1:${port}`)).status).toBe(200);
    expect((await from('http://localhost:3000')).status).toBe(403);
  });
});

describe('behind a proxy', () => {
  onEachDatabase(
    'that is trusted',
    (server) => {
      it('the client is the last address it added', async () => {
        const email = server().email();
        await server()
          .client('10.0.0.1')
          .post(fillPath(paths.sendSignUpCode, email), undefined, {
            headers: { 'x-forwarded-for': '1.2.3.4, 198.51.100.7' },
          });
        const { network } = await server()
          .db.selectFrom('code_sends')
          .where('email', '=', email)
          .select('network')
          .executeTakeFirstOrThrow();
        expect(network).toBe('198.51.100.7');
      });

      it('that adds nonsense, the client is the proxy', async () => {
        const email = server().email();
        await server()
          .client('10.0.0.1')
          .post(fillPath(paths.sendSignUpCode, email), undefined, {
            headers: { 'x-forwarded-for': "'; drop table users" },
          });
        const { network } = await server()
          .db.selectFrom('code_sends')
          .where('email', '=', email)
          .select('network')
          .executeTakeFirstOrThrow();
        expect(network).toBe('10.0.0.1');
      });
    },
    { config: { trustProxy: 1 } },
  );
});

const webRoot = mkdtempSync(join(tmpdir(), 'sitara-web-'));
mkdirSync(join(webRoot, 'assets'));
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Home</title>');
writeFileSync(join(webRoot, 'assets', 'main-abc123.js'), 'export {};');
writeFileSync(join(webRoot, '.secret'), 'hidden');

onEachDatabase(
  'the built site',
  (server) => {
    it('has its page revalidated and its assets kept for a year', async () => {
      const client = server().client();
      const page = await client.get('/');
      expect(page.text).toContain('<title>Home</title>');
      expect(page.headers['cache-control']).toBe('no-cache');
      expect(page.headers['etag']).toBeDefined();
      expect(client.cookies.has('XSRF-TOKEN')).toBe(true);
      const headers = { 'if-none-match': String(page.headers['etag']) };
      expect((await client.get('/', { headers })).status).toBe(304);
      const asset = await server().client().get('/assets/main-abc123.js');
      expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(asset.headers['set-cookie']).toBeUndefined();
    });

    it('allows what the build wrote down, and no more', async () => {
      const csp = String((await server().client().get('/')).headers['content-security-policy']);
      expect(csp.split(';')).toEqual(
        expect.arrayContaining([
          "script-src 'self' 'sha256-abc=' https://checkout.example",
          "style-src 'self'",
          'frame-src https://calendar.example',
          "connect-src 'self' https://api.example",
        ]),
      );
    });

    it('has 404 for what it lacks, hides dot files, and leaves calls to the API', async () => {
      const client = server().client();
      expect((await client.get('/assets/gone.js')).status).toBe(404);
      expect((await client.get('/.secret')).status).toBe(404);
      expect((await client.get('/../package.json')).status).toBe(404);
      expect((await client.get('/%2e%2e/package.json')).status).toBe(404);
      expect((await client.get(paths.createCompany)).status).toBe(405);
      expect((await client.get(paths.alive)).body).toEqual({ status: 'ok' });
    });
  },
  {
    config: {
      webRoot,
      csp: {
        scripts: ["'sha256-abc='"],
        styles: [],
        connect: ['https://api.example'],
        frame: ['https://calendar.example'],
        scriptOrigins: ['https://checkout.example'],
      },
    },
  },
);
