import { once } from 'node:events';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inTurn } from '#server/http/client-error-handler.ts';
import {
  createConnections,
  endStoppedReaders,
  READERS_CHECK_MS,
} from '#server/http/connections.ts';
import { listenOnFreePort } from '#tests/support/server/http/raw-http.ts';
import { createManualClock } from '#tests/support/server/manual-clock.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const LARGE_FILE = 'large.txt';
const MB = 1024 * 1024;
// More than the buffers of a connection hold.
const FILE_BYTES = 64 * MB;
const CHECKS_IN_30_S = 10;

describe('a client that does not read what it has asked for', () => {
  let server: TestServer;
  let webRoot: string;
  beforeAll(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'sitara-web-'));
    await writeFile(join(webRoot, 'index.html'), '<!doctype html>');
    await writeFile(join(webRoot, LARGE_FILE), '');
    await truncate(join(webRoot, LARGE_FILE), FILE_BYTES);
    server = await openTestServer('PGlite', { config: { webRoot } });
  });
  afterAll(async () => {
    await server.close();
    await rm(webRoot, { recursive: true });
  });

  const request = async (http = server.app.server, port?: number) => {
    const accepted = once(http, 'connection');
    const socket = connect(port ?? (await listenOnFreePort(server)), '127.0.0.1').pause();
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(`GET /${LARGE_FILE} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [connection]: Socket[] = await accepted;
    if (!connection) throw new Error('There is no connection.');
    return { socket, connection };
  };
  /** Waits until the system takes no more bytes of the response. */
  const untilStuck = async (connection: Socket) => {
    let before = -1;
    await expect
      .poll(() => {
        const isSame = connection.writableLength > 0 && connection.bytesWritten === before;
        before = connection.bytesWritten;
        return isSame;
      })
      .toBe(true);
  };

  it('is disconnected after 30 s, and not before', async () => {
    const { connection } = await request();
    await untilStuck(connection);
    for (let check = 0; check <= CHECKS_IN_30_S; check += 1) {
      expect([check, connection.destroyed]).toEqual([check, false]);
      server.clock.ring(READERS_CHECK_MS);
    }
    expect(connection.destroyed).toBe(true);
  });

  /** Reads some megabytes, more than are sent before the system takes the next part. */
  const readPart = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let left = 4 * MB;
      const take = ({ length }: Buffer) => {
        left -= length;
        if (left > 0) return;
        socket.off('data', take).pause();
        resolve();
      };
      socket.on('data', take).resume();
    });

  it('is not disconnected if it reads a part now and then', async () => {
    const { socket, connection } = await request();
    for (let part = 0; part < 5; part += 1) {
      await untilStuck(connection);
      for (let check = 0; check < CHECKS_IN_30_S; check += 1) server.clock.ring(READERS_CHECK_MS);
      expect(connection.destroyed).toBe(false);
      await readPart(socket);
    }
  });

  it('is not disconnected if it reads a part of what was written at once', async () => {
    const connections = createConnections(false);
    const clock = createManualClock();
    onTestFinished(endStoppedReaders(connections, clock));
    const http = createServer(
      inTurn(connections, (_, response) => response.end(Buffer.alloc(FILE_BYTES))),
    );
    http.on('connection', connections.add);
    onTestFinished(() => void http.close());
    await once(http.listen(0, '127.0.0.1'), 'listening');
    const { port } = http.address() as AddressInfo;
    const { socket, connection } = await request(http, port);
    for (let part = 0; part < 5; part += 1) {
      await untilStuck(connection);
      for (let check = 0; check < CHECKS_IN_30_S; check += 1) clock.ring(READERS_CHECK_MS);
      expect(connection.destroyed).toBe(false);
      await readPart(socket);
    }
    // All the time it was one buffer for Node.
    expect(connection.writableLength).toBeGreaterThanOrEqual(FILE_BYTES);
    await untilStuck(connection);
    for (let check = 0; check <= CHECKS_IN_30_S; check += 1) clock.ring(READERS_CHECK_MS);
    expect(connection.destroyed).toBe(true);
  });
});
