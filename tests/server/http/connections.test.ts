// @module-tag further
import { once } from 'node:events';
import { type Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { listenOnFreePort } from '#tests/support/server/http/raw-http.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import type { TestServer } from '#tests/support/server/test-server.ts';

const PER_NETWORK = 400;
const PER_WIDE_NETWORK = 1000;
const TOTAL = 2000;
const REQUEST = `GET ${paths.alive} HTTP/1.1\r\nHost: a\r\n\r\n`;

// Other systems have only one loopback address.
const isLinux = process.platform === 'linux';

const tools = (server: () => TestServer) => {
  beforeAll(() => {
    // What a busy machine opens slowly does not time out.
    const timeouts = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };
    Object.assign(server().app.server, timeouts);
  });
  const countOpen = () =>
    new Promise<number>((resolve) => server().app.server.getConnections((_, n) => resolve(n)));
  // The server hears later that those of the test before were closed.
  beforeEach(() => expect.poll(countOpen).toBe(0));
  /** Opens connections of a client. */
  const openIdle = async (localAddress: string, count: number): Promise<Socket[]> => {
    const port = await listenOnFreePort(server());
    const sockets: Socket[] = [];
    while (sockets.length < count) {
      // Fewer than may wait to be accepted.
      const some = Array.from({ length: Math.min(200, count - sockets.length) }, () =>
        connect({ port, host: '127.0.0.1', localAddress }),
      );
      for (const socket of some) {
        socket.on('error', () => {}).resume();
        onTestFinished(() => void socket.destroy());
      }
      await Promise.all(some.map((socket) => once(socket, 'connect')));
      sockets.push(...some);
    }
    return sockets;
  };
  /** Sends a request over a connection and waits for the response. */
  const use = async (socket: Socket): Promise<string> => {
    const answered = once(socket, 'data');
    socket.write(REQUEST);
    const [bytes] = await answered;
    return String(bytes);
  };
  /** The status of a call of a client, over a new connection unless there is an agent. */
  const call = async (
    localAddress: string,
    agent: Agent | false = false,
  ): Promise<number | undefined> => {
    const port = await listenOnFreePort(server());
    const request = get({ port, host: '127.0.0.1', localAddress, path: paths.alive, agent });
    const [response]: IncomingMessage[] = await once(request, 'response');
    response?.resume();
    return response?.statusCode;
  };
  return { countOpen, openIdle, use, call };
};

onEmbeddedDatabase('connections that a client opens and does not use', (server) => {
  const { countOpen, openIdle, use, call } = tools(server);

  it.runIf(isLinux)(
    'are at most 400; calls of the same client, of its /24 and of others succeed beside them',
    async () => {
      await openIdle('127.0.0.1', TOTAL - 2);
      await expect.poll(countOpen).toBe(PER_NETWORK);
      for (const address of ['127.0.0.1', '127.0.0.9', '127.7.0.1'])
        for (let count = 0; count < 16; count += 1) expect(await call(address)).toBe(200);
    },
  );

  it.runIf(isLinux)('are at most 1000 for a /24, and 2000 in total', async () => {
    for (let host = 1; host <= 4; host += 1) await openIdle(`127.0.1.${host}`, PER_NETWORK);
    await expect.poll(countOpen).toBe(PER_WIDE_NETWORK);
    for (const wide of [2, 3])
      for (let host = 1; host <= 3; host += 1) await openIdle(`127.0.${wide}.${host}`, PER_NETWORK);
    await expect.poll(countOpen).toBe(TOTAL);
    for (const address of ['127.0.1.1', '127.0.1.200', '127.0.9.1'])
      expect(await call(address)).toBe(200);
  });

  it.runIf(isLinux)('do not end a connection of the same network that is in use', async () => {
    const [used] = await openIdle('127.0.0.1', 1);
    expect(used && (await use(used))).toMatch(/^HTTP\/1\.1 200 /);
    await openIdle('127.0.0.1', 2 * PER_NETWORK);
    await expect.poll(countOpen).toBe(PER_NETWORK);
    expect(used && (await use(used))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.runIf(isLinux)('leave room for a new connection even if each was used once', async () => {
    const sockets = await openIdle('127.0.0.1', PER_NETWORK);
    for (const socket of sockets) await use(socket);
    expect(await call('127.0.0.1')).toBe(200);
    await expect.poll(() => sockets.filter(({ closed }) => closed)).toEqual([sockets[0]]);
  });
});

onEmbeddedDatabase('connections that are all busy', (server) => {
  const { countOpen, openIdle, use, call } = tools(server);

  it.runIf(isLinux)(
    'stay open; a new one of their network is refused, and one of another is not',
    async () => {
      const [used] = await openIdle('127.0.0.1', 1);
      if (used) await use(used);
      const sockets = await openIdle('127.0.0.1', PER_NETWORK - 1);
      for (const socket of sockets)
        socket.write(
          `POST ${paths.requestDemo} HTTP/1.1\r\nHost: a\r\nOrigin: http://localhost:${await listenOnFreePort(server())}\r\n` +
            'Content-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
        );
      await Promise.all(sockets.map((socket) => once(socket, 'data')));
      await expect(call('127.0.0.1')).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(await call('127.0.0.2')).toBe(200);
      // The client of the network that is already served still is.
      expect(used && (await use(used))).toMatch(/^HTTP\/1\.1 200 /);
      expect(sockets.filter(({ closed }) => closed)).toEqual([]);
      await expect.poll(countOpen).toBe(PER_NETWORK);
    },
  );
});

onEmbeddedDatabase('connections that wait for the rest of their requests', (server) => {
  const { countOpen, openIdle, call } = tools(server);

  it.runIf(isLinux)(
    'keep out no other network, even if they are as many as there may be',
    async () => {
      const origin = `http://localhost:${await listenOnFreePort(server())}`;
      const head =
        `POST ${paths.requestDemo} HTTP/1.1\r\nHost: a\r\nOrigin: ${origin}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 60000\r\nExpect: 100-continue\r\n\r\n';
      for (const wide of [1, 2])
        for (const host of [1, 2, 3]) {
          const sockets = await openIdle(`127.1.${wide}.${host}`, host === 3 ? 200 : PER_NETWORK);
          for (const socket of sockets) socket.write(head);
          await Promise.all(sockets.map((socket) => once(socket, 'data')));
          for (const socket of sockets) socket.write('{');
        }
      await expect.poll(countOpen).toBe(TOTAL);
      for (let wide = 200; wide < 220; wide += 1) expect(await call(`127.${wide}.0.1`)).toBe(200);
    },
  );
});

onEmbeddedDatabase(
  'connections of a trusted proxy',
  (server) => {
    const { countOpen, openIdle } = tools(server);

    it.runIf(isLinux)('are limited in total only', async () => {
      await openIdle('127.0.0.1', TOTAL + 10);
      await expect.poll(countOpen).toBe(TOTAL);
    });
  },
  { config: { trustProxy: 1 } },
);
