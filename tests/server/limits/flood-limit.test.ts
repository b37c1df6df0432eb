import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { createWindowCounter } from '#server/http/flood-limit.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import { recordQueries } from '#tests/support/server/database/record-queries.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const MOST = 20;
const LISTED = 'https://www.partner.example';
const PREFLIGHT = { origin: LISTED, 'access-control-request-method': 'POST' };

/** Sends as many requests for a missing page as a network is allowed. */
const useUp = async (client: TestClient) => {
  for (let count = 0; count < MOST; count += 1)
    expect((await client.get('/nowhere')).status).toBe(404);
};

const calls: [string, (client: TestClient) => ReturnType<TestClient['get']>][] = [
  ['a file', (client) => client.get('/app.js')],
  ['the page', (client) => client.get('/')],
  ['an unknown path', (client) => client.get('/nowhere')],
  ['the current user', (client) => client.get(paths.currentUser)],
  [
    'a call from another site',
    (client) =>
      client.post(paths.requestDemo, demoRequest(), { xsrf: null, origin: 'https://evil.example' }),
  ],
  [
    'an oversized body',
    (client) => client.post(paths.requestDemo, { name: 'x'.repeat(100_000) }, { xsrf: null }),
  ],
  ['a preflight request', (client) => client.send('OPTIONS', paths.login, { headers: PREFLIGHT })],
  ['an unsupported method', (client) => client.send('PATCH', paths.login, { xsrf: null })],
];

describe('more requests than a network is allowed', () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'sitara-web-'));
  const record = recordQueries();
  let server: TestServer;
  beforeAll(async () => {
    for (const name of ['index.html', 'app.js']) await writeFile(join(webRoot, name), '');
    server = await openTestServer('PGlite', {
      config: { requestsPerWindowMax: MOST, webRoot },
      wrapDatabase: record.observe,
    });
  });
  afterAll(async () => {
    await server.close();
    await rm(webRoot, { recursive: true });
  });

  it.each(calls)('are 429 before anything is parsed or queried: %s', async (_, call) => {
    const client = server.client();
    await useUp(client);
    record.queries.clear();
    const { status, headers, error } = await call(client);
    expect([status, error]).toEqual([
      429,
      { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.' },
    ]);
    const wait = Number(headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(10);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'content-type': 'application/json; charset=utf-8',
    });
    expect([...record.queries.keys()]).toEqual([]);
  });

  it('are counted for files as for everything else', async () => {
    const client = server.client();
    for (let count = 0; count < MOST; count += 1)
      expect((await client.get('/app.js')).status).toBe(200);
    expect((await client.get('/app.js')).status).toBe(429);
  });

  it('get a 429 that pages of configured origins can read', async () => {
    const client = server.client();
    await useUp(client);
    const { status, headers } = await client.get(paths.currentUser, { origin: LISTED });
    expect([status, headers['access-control-allow-origin']]).toEqual([429, LISTED]);
  });

  it('do not affect the health checks', async () => {
    const client = server.client();
    await useUp(client);
    expect((await client.get('/nowhere')).status).toBe(429);
    for (let count = 0; count < 2 * MOST; count += 1)
      for (const path of [paths.alive, paths.ready, `${paths.ready}?full`])
        expect((await client.get(path)).status).toBe(200);
  });

  it('do not affect other networks; an IPv6 network is a /64', async () => {
    await useUp(server.client('2001:db8:9:9::1'));
    const from = async (ip: string) => (await server.client(ip).get('/nowhere')).status;
    expect(await from('2001:db8:9:9:ffff::2')).toBe(429);
    expect(await from('2001:db8:9:a::1')).toBe(404);
  });

  it('are counted for the /48 and the /24 of a network as well', async () => {
    const status = async (ip: string) => (await server.client(ip).get('/nowhere')).status;
    for (const addressOf of [
      (n: number) => `2001:db8:77:${n.toString(16)}::1`,
      (n: number) => `203.0.113.${n}`,
    ]) {
      for (let n = 0; n < 5 * MOST; n += 1) expect(await status(addressOf(n))).toBe(404);
      expect(await status(addressOf(200))).toBe(429);
    }
    expect(await status('2001:db8:78::1')).toBe(404);
  });

  it('are not announced in the headers of other responses', async () => {
    const { headers } = await server.client().get('/nowhere');
    expect(Object.keys(headers).filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
  });
});

onEmbeddedDatabase(
  'behind a trusted proxy',
  (server) => {
    it('requests are counted for the client that the proxy reports', async () => {
      const from = (address: string) =>
        server()
          .client('10.0.0.1')
          .get('/nowhere', { headers: { 'x-forwarded-for': address } });
      for (let count = 0; count < MOST; count += 1) await from('198.51.100.1');
      expect((await from('198.51.100.1')).status).toBe(429);
      expect((await from('198.51.100.2')).status).toBe(404);
    });
  },
  { config: { trustProxy: 1, requestsPerWindowMax: MOST } },
);

onEmbeddedDatabase('an office behind one IP address', (server) => {
  it('may send two thousand requests in ten seconds', async () => {
    const client = server().client();
    const responses = await Promise.all(Array.from({ length: 2000 }, () => client.get('/nowhere')));
    expect(responses.filter(({ status }) => status !== 404)).toEqual([]);
  });
});

describe('the count of a network', () => {
  const WINDOW_MS = 10_000;
  const open = () => {
    let elapsedMs = 0;
    const counter = createWindowCounter(() => elapsedMs);
    return {
      counter,
      pass: (ms: number) => {
        elapsedMs += ms;
      },
    };
  };

  it('is not lost while another client rotates through a million networks', FURTHER, () => {
    const { counter } = open();
    for (let count = 1; count <= MOST; count += 1) counter.count('203.0.113.7');
    for (let n = 0; n < 1_000_000; n += 1) counter.count(`2001:db8:${n.toString(16)}::/48`);
    expect(counter.count('203.0.113.7')).toBeGreaterThan(MOST);
  });

  it('is hardly raised by as many requests of others as the server can answer', () => {
    const { counter } = open();
    for (let n = 0; n < 200_000; n += 1) counter.count(`2001:db8:${n.toString(16)}::/48`);
    expect(counter.count('203.0.113.7')).toBeLessThan(50);
  });

  it('begins again after ten seconds', () => {
    const { counter, pass } = open();
    for (let count = 1; count <= MOST; count += 1) expect(counter.count('203.0.113.7')).toBe(count);
    pass(WINDOW_MS - 1);
    expect(counter.count('203.0.113.7')).toBe(MOST + 1);
    expect(counter.secondsLeft()).toBe(1);
    pass(1);
    expect(counter.count('203.0.113.7')).toBe(1);
    expect(counter.secondsLeft()).toBe(10);
  });
});
