import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

// Longer than it takes a busy machine to accept and read what has arrived.
const READ_MS = 250;
const AGAIN_MS = 50;

/**
 * Answers every request that was sent before, takes no new connection, and is done when all are
 * closed. Node's own way resets at once what it has not accepted or not read yet.
 *
 * @param finishMs after which connections are cut off whose request is still not answered
 */
export const closeGently = async (server: Server, finishMs: number): Promise<void> => {
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.setHeader('connection', 'close'),
  );
  await pause(READ_MS);
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => {
      isClosed = true;
      resolve();
    });
  });
  const cut = setTimeout(() => server.closeAllConnections(), finishMs);
  while (!isClosed) {
    await Promise.race([closed, pause(AGAIN_MS)]);
    server.closeIdleConnections();
  }
  clearTimeout(cut);
};
