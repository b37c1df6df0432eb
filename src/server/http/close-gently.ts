import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterEvents, setTimeout as pause } from 'node:timers/promises';

// Longer than what has arrived takes to be read on a busy machine.
const READ_MS = 250;
const AGAIN_MS = 50;

/**
 * Takes no new connection, answers every request that was sent before, and is done when all
 * connections are closed. Node's own way closes those at once whose request has not been read yet,
 * and its client sees a reset.
 *
 * @param finishMs after which connections are cut off whose request is still not answered
 */
export const closeGently = async (server: Server, finishMs: number): Promise<void> => {
  // Whoever has connected is taken in first.
  await afterEvents();
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.setHeader('connection', 'close'),
  );
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => {
      isClosed = true;
      resolve();
    });
  });
  const cut = setTimeout(() => server.closeAllConnections(), finishMs);
  await Promise.race([closed, pause(READ_MS)]);
  while (!isClosed) {
    server.closeIdleConnections();
    await Promise.race([closed, pause(AGAIN_MS)]);
  }
  clearTimeout(cut);
};
