import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import {
  newClient,
  newDatabase,
  newInbox,
  runServer,
} from '#tests/support/faults/running-server.ts';
import { listenOnFreePort, sendRawText, statusesIn } from '#tests/support/server/http/raw-http.ts';
import { noiseImage } from '#tests/support/server/images/images.ts';
import { uploadLogo } from '#tests/support/server/images/upload-logo.ts';
import { makeCompany } from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const CRLF = '\r\n';
const LARGE_FILE = 'large.txt';
const STATUS_OF_A_PROCESS = '/proc/self/status';
const WAITING_MAX = 64;

const head = (path: string, headers: string[] = [], method = 'GET') =>
  [`${method} ${path} HTTP/1.1`, 'Host: a', ...headers, CRLF].join(CRLF);

/** The resident set size of a process, in bytes. */
const memoryOf = async (pid: number | undefined) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
};

describe('requests that a client sends before it has the response to the one before', () => {
  let server: TestServer;
  let port: number;
  let webRoot: string;
  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'sitara-web-'));
    await writeFile(join(webRoot, 'index.html'), '<!doctype html>');
    await writeFile(join(webRoot, LARGE_FILE), '');
    // More than the buffers of a connection hold.
    await truncate(join(webRoot, LARGE_FILE), 16 * 1024 * 1024);
    server = await openTestServer('PGlite', { config: { webRoot } });
    port = await listenOnFreePort(server);
  });
  afterAll(async () => {
    await server.close();
    await rm(webRoot, { recursive: true });
  });

  /** Status and route of the request lines since the last call. */
  const logged = () =>
    server.logs
      .splice(0)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
      .map(({ status, route }) => `${status} ${route}`);

  /** Sends text and reads nothing; resolves when the response to the first request is stuck. */
  const sendUnread = async (text: string) => {
    const accepted = once(server.app.server, 'connection');
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(text, 'latin1');
    const [connection]: Socket[] = await accepted;
    await expect.poll(() => connection?.writableLength).toBeGreaterThan(0);
    return { socket, connection };
  };
  const leads = async () => (await server.db.selectFrom('leads').select('email').execute()).length;
  const demo = () => {
    const body = JSON.stringify(demoRequest());
    const type = 'Content-Type: application/json';
    const origin = `Origin: http://localhost:${port}`;
    return head(paths.requestDemo, [origin, type, `Content-Length: ${body.length}`], 'POST') + body;
  };

  it('run one after the other, and the responses are in their order', async () => {
    logged();
    const asked = [paths.ready, '/nowhere', paths.alive, paths.currentUser, paths.ready, '/'];
    const text = asked.map((path) => head(path)).join('');
    const response = await sendRawText(port, text + head(paths.alive, ['Connection: close']));
    expect(statusesIn(response)).toEqual([200, 404, 200, 401, 200, 200, 200]);
    expect(logged()).toHaveLength(7);
  });

  it('run when the response to the one before is read, and not before', async () => {
    logged();
    const { socket, connection } = await sendUnread(head(`/${LARGE_FILE}`) + demo());
    // Further requests of other clients are served meanwhile.
    for (let count = 0; count < 3; count += 1)
      expect(statusesIn(await sendRawText(port, head('/', ['Connection: close'])))).toEqual([200]);
    expect([await leads(), connection?.writableLength]).not.toEqual([1, 0]);
    expect(await leads()).toBe(0);
    let last = '';
    socket.resume().on('data', (bytes) => {
      last = bytes.toString('latin1');
    });
    await expect.poll(() => last).toContain('"received"');
    expect(await leads()).toBe(1);
    expect(logged().slice(3)).toEqual(['200 /*', `200 ${paths.requestDemo}`]);
  });

  it('never run if the client leaves, and only what has run is logged, once', async () => {
    const before = await leads();
    logged();
    const { socket, connection } = await sendUnread(head(`/${LARGE_FILE}`) + demo().repeat(3));
    socket.destroy();
    await expect.poll(() => connection?.destroyed).toBe(true);
    await expect.poll(() => server.logs).toHaveLength(1);
    expect(statusesIn(await sendRawText(port, head('/', ['Connection: close'])))).toEqual([200]);
    expect(logged()).toEqual(['499 /*', '200 /']);
    expect(await leads()).toBe(before);
  });

  it('are logged once if the connection ends while the response is made', async () => {
    logged();
    const socket = connect(port, '127.0.0.1');
    const [request] = await Promise.all([
      once(server.app.server, 'request'),
      socket.write(head(paths.currentUser)),
    ]);
    request[0].socket.destroy();
    await expect.poll(() => server.logs).toHaveLength(1);
    expect(statusesIn(await sendRawText(port, head('/', ['Connection: close'])))).toEqual([200]);
    expect(logged()).toEqual([`499 ${paths.currentUser}`, '200 /']);
  });

  it('do not run if the client has left before its connection is accepted', async () => {
    const before = await leads();
    logged();
    const accepted = once(server.app.server, 'connection');
    const script = `
      const socket = require('node:net').connect(${port}, '127.0.0.1', () => {
        socket.write(${JSON.stringify(demo())}, () => socket.resetAndDestroy());
      });`;
    // This process accepts nothing until the other one has ended.
    execFileSync(process.execPath, ['-e', script]);
    const [connection]: Socket[] = await accepted;
    await expect.poll(() => connection?.destroyed).toBe(true);
    expect(statusesIn(await sendRawText(port, head('/', ['Connection: close'])))).toEqual([200]);
    expect(logged()).toEqual(['200 /']);
    expect(await leads()).toBe(before);
  });

  it.each([
    ['more than 64', head(paths.alive).repeat(WAITING_MAX + 1)],
    ['with more than 64 KiB of headers', head('/', [`X-A: ${'x'.repeat(15_000)}`]).repeat(5)],
    ['with CONNECT', head('/') + head('a:1', [], 'CONNECT')],
  ])('close the connection if they are %s', async (_, text) => {
    // The first one waits for the only connection to the database.
    await server.db.connection().execute(async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      const accepted = once(server.app.server, 'connection');
      socket.write(demo() + text);
      const [connection]: Socket[] = await accepted;
      await expect.poll(() => connection?.destroyed).toBe(true);
    });
  });

  it('are not read while the client reads no response', async () => {
    const { socket, connection } = await sendUnread(
      head(`/${LARGE_FILE}`) + head('/', [`X-A: ${'x'.repeat(15_000)}`]).repeat(100),
    );
    await expect.poll(() => connection?.isPaused()).toBe(true);
    expect(connection?.bytesRead).toBeLessThan(400_000);
    expect(connection?.destroyed).toBe(false);
    socket.destroy();
  });

  it('are answered in their order if the last one is not HTTP', async () => {
    const text = `${head(paths.ready)}${head(paths.ready)}no HTTP${CRLF}`;
    expect(statusesIn(await sendRawText(port, text))).toEqual([200, 200, 400]);
  });

  it('with an unsupported Expect are answered in their order', async () => {
    const text = head(paths.ready) + head(paths.alive, ['Expect: a miracle']) + head(paths.alive);
    expect(statusesIn(await sendRawText(port, text))).toEqual([200, 417]);
  });
});

it('sixty clients that send sixty requests for a logo and read nothing take less than 150 MB', async (context) => {
  skipBecause(context, existsSync(STATUS_OF_A_PROCESS) ? undefined : 'there is no /proc');
  const mailbox = await newInbox();
  // On PostgreSQL, because the memory of the embedded database varies by hundreds of megabytes.
  const DATABASE_URL = await newDatabase(context);
  const server = await runServer({ SMTP_URL: mailbox.url, DATABASE_URL });
  const client = newClient(server);
  const companyId = await makeCompany({ mailbox }, client, 'p@unread.example');
  const logo = await uploadLogo(client, companyId, await noiseImage('png', 500, 500));
  const path: string = logo.body.message;
  const { port } = new URL(server.url);
  // Loads what serves a logo.
  for (let count = 0; count < 50; count += 1) expect((await client.get(path)).status).toBe(200);
  const before = await memoryOf(server.child.pid);
  for (let count = 0; count < 60; count += 1) {
    const socket = connect(Number(port), '127.0.0.1').pause();
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.write(head(path, [`X-Forwarded-For: 198.51.${count}.7`]).repeat(60));
  }
  let most = 0;
  for (let count = 0; count < 50; count += 1) {
    // Another client's logo is not delayed.
    expect((await client.get(path)).status).toBe(200);
    most = Math.max(most, await memoryOf(server.child.pid));
  }
  // About 20 MB of it are held; the rest is garbage, which a busy machine collects late.
  expect(most - before).toBeLessThan(150_000_000);
});
