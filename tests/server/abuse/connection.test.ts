import { once } from 'node:events';
import { mkdtemp, truncate, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import { listenOnFreePort, sendRawText, statusesIn } from '#tests/support/server/http/raw-http.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const CRLF = '\r\n';
const LONG = 'a'.repeat(5000);
const LARGE_FILE = 'large.txt';

const request = (lines: string[], body = '') => `${lines.join(CRLF)}${CRLF}${CRLF}${body}`;
const post = (path: string, headers: string[], body: string) =>
  request([`POST ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers], body);

onEmbeddedDatabase('a request with an ambiguous length', (server) => {
  const inner = post(paths.logout, ['Content-Length: 0'], '');

  it.each([
    ['two Content-Length', ['Content-Length: 0', `Content-Length: ${inner.length}`]],
    ['the same Content-Length twice', ['Content-Length: 2', 'Content-Length: 2']],
    ['a list of Content-Length', ['Content-Length: 2, 2']],
    ['a negative Content-Length', ['Content-Length: -1']],
    ['an oversized Content-Length', ['Content-Length: 99999999999999999999']],
    ['Content-Length, then Transfer-Encoding', ['Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['Transfer-Encoding, then Content-Length', ['Transfer-Encoding: chunked', 'Content-Length: 4']],
    ['an unknown Transfer-Encoding', ['Transfer-Encoding: xchunked']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
  ])('by %s is 400, once, and what follows is not handled as a request', async (_, headers) => {
    const port = await listenOnFreePort(server());
    const before = await databaseState(server());
    const response = await sendRawText(
      port,
      post(paths.logout, headers, `0${CRLF}${CRLF}${inner}`),
    );
    expect(statusesIn(response)).toEqual([400]);
    expect(response).toContain('"request_invalid"');
    expect(await databaseState(server())).toEqual(before);
  });

  it.each([
    ['a folded header', ['X-A: b', ' c: d']],
    ['a header with NUL', ['X-A: b\u0000c']],
    ['two Host headers', ['Host: evil.example']],
  ])('by %s is 400 even if nothing else is wrong', async (_, headers) => {
    const head = ['GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close'];
    const port = await listenOnFreePort(server());
    expect(statusesIn(await sendRawText(port, request(head)))).toEqual([200]);
    expect(statusesIn(await sendRawText(port, request([...head, ...headers])))).toEqual([400]);
  });

  it('whose invalid end follows its response gets no second response', async () => {
    const port = await listenOnFreePort(server());
    const rest = `2${CRLF}{}${CRLF}no size of a chunk${CRLF}`;
    const connection = ['Host: a', 'Origin: https://evil.example'];
    for (const headers of [['Transfer-Encoding: chunked'], ['Transfer-Encoding: gzip']]) {
      const head = [`POST ${paths.login} HTTP/1.1`, ...connection, ...headers];
      const socket = connect(port, '127.0.0.1');
      const ended = once(socket, 'end');
      let response = '';
      socket.on('data', (bytes) => {
        response += bytes;
      });
      socket.write(request(head));
      await expect.poll(() => statusesIn(response)).toHaveLength(1);
      // Where the head was invalid enough, the connection has ended already.
      if (socket.writable) socket.write(rest);
      await ended;
      expect(statusesIn(response)).toHaveLength(1);
    }
  });

  it('without a Host is 400 with a JSON body and the security headers', async () => {
    const port = await listenOnFreePort(server());
    const response = await sendRawText(
      port,
      request(['GET /healthz HTTP/1.1', 'Connection: close']),
    );
    expect(statusesIn(response)).toEqual([400]);
    expect(response).toContain('"request_invalid"');
    expect(response.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  it('with an unsupported Expect is 417 with the security headers', async () => {
    const port = await listenOnFreePort(server());
    const lines = ['GET /healthz HTTP/1.1', 'Host: a', 'Expect: a miracle', 'Connection: close'];
    const response = await sendRawText(port, request(lines));
    expect(statusesIn(response)).toEqual([417]);
    expect(response.toLowerCase()).toContain('x-content-type-options: nosniff');
    await expect.poll(() => server().logs.at(-1)).toContain('"status":417');
  });

  it('with 17 KB of headers is 431, however much more follows', async () => {
    const port = await listenOnFreePort(server());
    for (const size of [17_000, 500_000]) {
      const head = request(['GET /healthz HTTP/1.1', 'Host: a', `X-A: ${'x'.repeat(size)}`]);
      const response = await sendRawText(port, head);
      expect(statusesIn(response)).toEqual([431]);
      expect(response).toContain('"headers_too_large"');
    }
  });
});

describe('a client that continues sending after such a response', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('PGlite');
  });
  afterAll(() => server.close());

  it('is not reset, which could discard the response', async () => {
    const socket = connect({ port: await listenOnFreePort(server), allowHalfOpen: true });
    const faults: Error[] = [];
    socket.on('error', (error) => faults.push(error));
    let response = '';
    socket.on('data', (bytes) => {
      response += bytes;
    });
    const header = `X-A: ${'x'.repeat(17_000)}${CRLF}`;
    socket.write(`GET / HTTP/1.1${CRLF}Host: a${CRLF}${header}`);
    await once(socket, 'end');
    for (let more = 0; more < 2; more += 1) {
      await new Promise<void>((resolve) => socket.write(header, () => resolve()));
      await fetch(`http://127.0.0.1:${await listenOnFreePort(server)}${paths.alive}`);
    }
    expect(faults).toEqual([]);
    expect(statusesIn(response)).toEqual([431]);
    socket.end();
  });
});

describe('a parameter of 5 KB', () => {
  let server: TestServer;
  beforeAll(async () => {
    const webRoot = await mkdtemp(join(tmpdir(), 'sitara-web-'));
    await writeFile(join(webRoot, 'index.html'), '<!doctype html>');
    server = await openTestServer('PGlite', { config: { webRoot } });
  });
  afterAll(() => server.close());

  it.each([
    ['POST', fillPath(paths.sendSignUpCode, { email: LONG })],
    ['POST', fillPath(paths.sendLoginCode, { email: LONG })],
    ['GET', fillPath(paths.verifySignUpCode, { email: LONG, code: '123456' })],
    ['GET', fillPath(paths.verifySignUpCode, { email: 'a@acme.example', code: LONG })],
    ['GET', fillPath(paths.logo, { name: LONG })],
  ])('is 414 where the built site would accept the rest: %s %.30s', async (method, path) => {
    const port = await listenOnFreePort(server);
    const before = await databaseState(server);
    const response = await sendRawText(
      port,
      request([`${method} ${path} HTTP/1.1`, 'Host: a', 'Accept: text/html', 'Connection: close']),
    );
    expect(statusesIn(response)).toEqual([414]);
    expect(response).toContain('"path_too_long"');
    expect(response).not.toContain('aaaa');
    expect(await databaseState(server)).toEqual(before);
  });
});

type Timeout = 'headersTimeout' | 'requestTimeout' | 'keepAliveTimeout' | 'timeout';

/** Divides timeouts of a server by a hundred; returns what restores them. */
const shortenTimeouts = ({ app }: TestServer, ...names: Timeout[]) => {
  const real = names.map((name) => [name, app.server[name]] as const);
  for (const [name, ms] of real) app.server[name] = ms / 100;
  return () => {
    for (const [name, ms] of real) app.server[name] = ms;
  };
};

describe('a slow client', () => {
  let server: TestServer;
  let port: number;
  let checkingIntervalMs: unknown;
  const open: Socket[] = [];
  beforeAll(async () => {
    const webRoot = await mkdtemp(join(tmpdir(), 'sitara-web-'));
    await writeFile(join(webRoot, 'index.html'), '<!doctype html>');
    await writeFile(join(webRoot, LARGE_FILE), '');
    // More than the buffers of a connection hold.
    await truncate(join(webRoot, LARGE_FILE), 64 * 1024 * 1024);
    server = await openTestServer('PGlite', { config: { webRoot } });
    // Read when the server starts to listen.
    checkingIntervalMs = Reflect.get(server.app.server, 'connectionsCheckingInterval');
    Object.assign(server.app.server, { connectionsCheckingInterval: 50 });
    port = await listenOnFreePort(server);
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await server.close();
  });

  /** Sends a beginning, then byte by byte, without closing the connection. */
  const drip = (beginning: string, bit: string) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    open.push(socket);
    let response = '';
    let hasEnded = false;
    socket.on('data', (bytes) => {
      response += bytes;
    });
    socket.on('end', () => {
      hasEnded = true;
    });
    // Writing to a closed connection fails.
    socket.on('error', () => {});
    socket.write(beginning);
    const timer = setInterval(() => socket.writable && socket.write(bit), 50);
    socket.on('close', () => clearInterval(timer));
    return { response: () => response, hasEnded: () => hasEnded };
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
  ])('with %s is disconnected, and others are served meanwhile', async (_, begin, bit) => {
    const slow = Array.from({ length: 50 }, () => drip(begin(), bit));
    await expect.poll(connections).toBeGreaterThanOrEqual(50);
    const quick = await fetch(`http://127.0.0.1:${port}${paths.ready}`, {
      headers: { connection: 'close' },
    });
    expect(quick.status).toBe(200);
    expect(slow.filter(({ hasEnded }) => hasEnded())).toEqual([]);
    onTestFinished(shortenTimeouts(server, 'headersTimeout', 'requestTimeout'));
    await expect.poll(connections).toBe(0);
    for (const { response } of slow) expect(statusesIn(response())).toEqual([408]);
  });

  it('that is silent after a response is disconnected', async () => {
    onTestFinished(shortenTimeouts(server, 'keepAliveTimeout'));
    const socket = connect({ port, host: '127.0.0.1' });
    socket.resume().write(request(['GET /healthz HTTP/1.1', 'Host: a']));
    await once(socket, 'end');
  });

  it('that does not read a response is disconnected', async () => {
    onTestFinished(shortenTimeouts(server, 'timeout'));
    const socket = connect({ port, host: '127.0.0.1' });
    open.push(socket);
    socket.on('error', () => {});
    socket.write(request([`GET /${LARGE_FILE} HTTP/1.1`, 'Host: a']));
    await expect.poll(connections).toBe(1);
    await expect.poll(connections).toBe(0);
  });

  it('is looked for so often that no timeout becomes much longer', () => {
    expect(checkingIntervalMs).toBeLessThanOrEqual(server.app.server.headersTimeout / 10);
  });
});

describe('whatever a client sends or leaves unsent', () => {
  let server: TestServer;
  let port = 0;
  beforeAll(async () => {
    const webRoot = await mkdtemp(join(tmpdir(), 'sitara-web-'));
    await writeFile(join(webRoot, 'index.html'), 'home');
    server = await openTestServer('PGlite', { config: { webRoot, publicUrl: 'http://localhost' } });
    port = await listenOnFreePort(server);
  });
  afterAll(() => server.close());

  interface LogLine {
    level: number;
    msg: string;
    status?: number;
  }
  const linesSince = (start: number): LogLine[] =>
    server.logs.slice(start).map((line) => JSON.parse(line));

  it.each([
    '/x#%zz',
    '/#',
    '/pricing#top',
    '/?a#%',
    '//x#%zz',
    '/%',
    '/%zz',
    '/x?%zz',
    '/x;%zz',
    '/\\%5c',
    '//evil.example/%2e%2e',
    'http://evil.example/x#%zz',
    '*',
  ])('the target %s is no fault of the server', async (target) => {
    const start = server.logs.length;
    const response = await sendRawText(
      port,
      request([`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close']),
    );
    const [status = 0] = statusesIn(response);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
    if (target.includes('#')) expect(status).toBe(400);
    expect(linesSince(start).filter(({ level }) => level >= 50)).toEqual([]);
  });

  it.each([
    ['JSON', paths.requestDemo, 'application/json', '{"name": "Asha'],
    ['a form', '/demo', 'application/x-www-form-urlencoded', 'name=Asha'],
  ])('a body of %s that is aborted is one line, and no fault', async (_, path, type, part) => {
    const start = server.logs.length;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      'Origin: http://localhost',
      `Content-Type: ${type}`,
      'Content-Length: 500',
    ];
    socket.write(request(head, part));
    await new Promise<void>((sent) => socket.write(part, () => sent()));
    socket.destroy();
    await expect
      .poll(() => linesSince(start).filter(({ msg }) => msg === 'request'))
      .toHaveLength(1);
    await sendRawText(
      port,
      request(['GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: close']),
    );
    expect(linesSince(start).filter(({ level }) => level >= 40)).toEqual([]);
    expect(linesSince(start).map(({ msg }) => msg)).toEqual(['request', 'request']);
  });
});
