import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

// Time for a busy machine to accept and read what has already arrived.
const ACCEPT_MS = 250;
const POLL_MS = 50;

/**
 * Stops accepting connections, finishes every request that was sent before, and resolves when all
 * connections are closed. Node's `server.close` resets connections that it has not accepted or read.
 *
 * @param finishMs time after which open connections are destroyed
 */
export const closeGracefully = async (server: Server, finishMs: number): Promise<void> => {
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.setHeader('connection', 'close'),
  );
  await pause(ACCEPT_MS);
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => {
      isClosed = true;
      resolve();
    });
  });
  const timer = setTimeout(() => server.closeAllConnections(), finishMs);
  while (!isClosed) {
    await Promise.race([closed, pause(POLL_MS)]);
    server.closeIdleConnections();
  }
  clearTimeout(timer);
};
