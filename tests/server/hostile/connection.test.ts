import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPath, paths } from '#contract/paths.ts';
import { databaseState } from '../../support/database-state.ts';
import { listenOn, statusesIn, talk } from '../../support/raw-http.ts';
import { databaseKinds } from '../../support/test-database.ts';
import { onEachDatabase, openTestServer, type TestServer } from '../../support/test-server.ts';

const CRLF = '\r\n';
const LONG = 'a'.repeat(5000);

const request = (lines: string[], body = '') => `${lines.join(CRLF)}${CRLF}${CRLF}${body}`;
const post = (path: string, headers: string[], body: string) =>
  request([`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers], body);

onEachDatabase('a request whose end is unclear', (server) => {
  const inner = post(paths.logout, ['Content-Length: 0'], '');

  it.each([
    ['two Content-Length', ['Content-Length: 0', `Content-Length: ${inner.length}`]],
    ['the same Content-Length twice', ['Content-Length: 2', 'Content-Length: 2']],
    ['a list of Content-Length', ['Content-Length: 2, 2']],
    ['a negative Content-Length', ['Content-Length: -1']],
    ['an endless Content-Length', ['Content-Length: 99999999999999999999']],
    ['Content-Length, then Transfer-Encoding', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['Transfer-Encoding, then Content-Length', ['Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['an unknown Transfer-Encoding', ['Transfer-Encoding: xchunked']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
  ])('by %s is 400, once, and what follows is no request', async (_, headers) => {
    const port = await listenOn(server());
    const before = await databaseState(server());
    const answer = await talk(port, post(paths.logout, headers, `0${CRLF}${CRLF}${inner}`));
    expect(statusesIn(answer)).toEqual([400]);
    expect(answer).toContain('"request_invalid"');
    expect(await databaseState(server())).toEqual(before);
  });

  it.each([
    ['a folded header', ['X-A: b', ' c: d']],
    ['a header with NUL', ['X-A: b\u0000c']],
    ['two Host', ['Host: evil.example']],
  ])('by %s is 400, though nothing else is wrong with it', async (_, headers) => {
    const head = ['GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close'];
    const port = await listenOn(server());
    expect(statusesIn(await talk(port, request(head)))).toEqual([200]);
    expect(statusesIn(await talk(port, request([...head, ...headers])))).toEqual([400]);
  });

  it('that has its answer before its end turns out to be nonsense is not answered twice', async () => {
    const port = await listenOn(server());
    const rest = `2${CRLF}{}${CRLF}no size of a chunk${CRLF}`;
    const connection = ['Host: a', 'Origin: https://evil.example'];
    for (const headers of [['Transfer-Encoding: chunked'], ['Transfer-Encoding: gzip']]) {
      const head = [`POST ${paths.login} HTTP/1.1`, ...connection, ...headers];
      const socket = connect(port, '127.0.0.1');
      const ended = once(socket, 'end');
      let answer = '';
      socket.on('data', (bytes) => {
        answer += bytes;
      });
      socket.write(request(head));
      await expect.poll(() => statusesIn(answer)).toHaveLength(1);
      // Where the head was nonsense enough, it has ended by now.
      if (socket.writable) socket.write(rest);
      await ended;
      expect(statusesIn(answer)).toHaveLength(1);
    }
  });

  it('without a Host is 400, in our words and with our headers', async () => {
    const port = await listenOn(server());
    const answer = await talk(port, request(['GET /healthz HTTP/1.1', 'Connection: close']));
    expect(statusesIn(answer)).toEqual([400]);
    expect(answer).toContain('"request_invalid"');
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('that expects what nobody does is 417, with our headers', async () => {
    const port = await listenOn(server());
    const lines = ['GET /healthz HTTP/1.1', 'Host: a', 'Expect: a miracle', 'Connection: close'];
    const answer = await talk(port, request(lines));
    expect(statusesIn(answer)).toEqual([417]);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('with 17 KB of headers is 431, however much more comes', async () => {
    const port = await listenOn(server());
    for (const size of [17_000, 500_000]) {
      const head = request(['GET /healthz HTTP/1.1', 'Host: a', `X-A: ${'x'.repeat(size)}`]);
      const answer = await talk(port, head);
      expect(statusesIn(answer)).toEqual([431]);
      expect(answer).toContain('"headers_too_large"');
    }
  });
});

describe('somebody who goes on sending after such an answer', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('PGlite');
  });
  afterAll(() => server.close());

  it('is not reset, which would come before the answer for a slow reader', async () => {
    const socket = connect({ port: await listenOn(server), allowHalfOpen: true });
    const faults: Error[] = [];
    socket.on('error', (error) => faults.push(error));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    const header = `X-A: ${'x'.repeat(17_000)}${CRLF}`;
    socket.write(`GET / HTTP/1.1${CRLF}Host: a${CRLF}${header}`);
    await once(socket, 'end');
    for (let more = 0; more < 2; more += 1) {
      await new Promise<void>((resolve) => socket.write(header, () => resolve()));
      await fetch(`http://127.0.0.1:${await listenOn(server)}${paths.alive}`);
    }
    expect(faults).toEqual([]);
    expect(statusesIn(answer)).toEqual([431]);
    socket.end();
  });
});

describe.each(databaseKinds)('a parameter of 5 KB (%s)', (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    const webRoot = await mkdtemp(join(tmpdir(), 'sitara-web-'));
    await writeFile(join(webRoot, 'index.html'), '<!doctype html>');
    server = await openTestServer(kind, { config: { webRoot } });
  });
  afterAll(() => server.close());

  it.each([
    ['POST', fillPath(paths.sendSignUpCode, LONG)],
    ['POST', fillPath(paths.sendLoginCode, LONG)],
    ['GET', fillPath(paths.verifySignUpCode, LONG, '123456')],
    ['GET', fillPath(paths.verifySignUpCode, 'a@acme.example', LONG)],
    ['GET', fillPath(paths.logo, LONG)],
  ])('is 414 where the built site would take what is left: %s %.30s', async (method, path) => {
    const port = await listenOn(server);
    const before = await databaseState(server);
    const answer = await talk(
      port,
      request([`${method} ${path} HTTP/1.1`, 'Host: a', 'Accept: text/html', 'Connection: close']),
    );
    expect(statusesIn(answer)).toEqual([414]);
    expect(answer).toContain('"path_too_long"');
    expect(answer).not.toContain('aaaa');
    expect(await databaseState(server)).toEqual(before);
  });
});

describe('somebody slow', () => {
  let server: TestServer;
  let port: number;
  const open: Socket[] = [];
  beforeAll(async () => {
    server = await openTestServer('PGlite');
    // Read when it begins to listen. That the real one is short, tests/server/connection holds.
    Object.assign(server.app.server, { connectionsCheckingInterval: 50 });
    port = await listenOn(server);
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await server.close();
  });

  /** Sends a beginning and then bit after bit, without ever hanging up. */
  const drip = (beginning: string, bit: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    open.push(socket);
    let answer = '';
    let hasEnded = false;
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('end', () => {
      hasEnded = true;
    });
    // A write to what was cut off.
    socket.on('error', () => {});
    socket.write(beginning);
    const timer = setInterval(() => socket.writable && socket.write(bit), 50);
    socket.on('close', () => clearInterval(timer));
    return { answer: () => answer, hasEnded: () => hasEnded };
  };
  const connections = () =>
    new Promise<number>((resolve) => server.app.server.getConnections((_, n) => resolve(n)));
  const demo = (header: string) =>
    request([
      `POST ${paths.requestDemo} HTTP/1.1`,
      'Host: a',
      `Origin: http://localhost:${port}`,
      'Content-Type: application/json',
      header,
    ]);

  it.each<[string, () => string, string]>([
    ['headers', () => `GET / HTTP/1.1${CRLF}Host: a${CRLF}`, `X-A: b${CRLF}`],
    ['a body', () => demo('Content-Length: 9999'), ' '],
    ['a body in chunks', () => demo('Transfer-Encoding: chunked'), `1${CRLF} ${CRLF}`],
    ['nothing at all', () => '', ''],
  ])('with %s is cut off on both sides, and others are served meanwhile', async (_, begin, bit) => {
    const slow = Array.from({ length: 50 }, () => drip(begin(), bit));
    await expect.poll(connections).toBeGreaterThanOrEqual(50);
    const { headersTimeout, requestTimeout } = server.app.server;
    const quick = await fetch(`http://127.0.0.1:${port}${paths.ready}`, {
      headers: { connection: 'close' },
    });
    expect(quick.status).toBe(200);
    expect(slow.filter(({ hasEnded }) => hasEnded())).toEqual([]);
    // Their time passes.
    Object.assign(server.app.server, { headersTimeout: 100, requestTimeout: 100 });
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    Object.assign(server.app.server, { headersTimeout, requestTimeout });
    for (const { answer } of slow) expect(statusesIn(answer())).toEqual([408]);
  });
});
