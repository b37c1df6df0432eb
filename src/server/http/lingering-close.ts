import type { FastifyInstance } from 'fastify';

const LINGER_MS = 5000;
const LINGER_BYTES_MAX = 16 * 1024 * 1024;
/** Statuses of a rejected body: too large, or of an unsupported type or coding. */
const UNREAD_BODY_STATUSES = new Set([413, 415]);

/**
 * Discards the rest of a rejected body before the error response is sent, up to a time and a size.
 * Otherwise the connection closes while the client still sends, and the client sees a connection reset
 * instead of the response (like nginx's `lingering_close`).
 */
export const addLingeringClose = (app: FastifyInstance): void => {
  app.addHook('onSend', async ({ raw }, reply) => {
    const isRead = raw.complete || raw.readableEnded || raw.destroyed;
    if (!UNREAD_BODY_STATUSES.has(reply.statusCode) || isRead) return;
    await new Promise<void>((resolve) => {
      let bytesLeft = LINGER_BYTES_MAX;
      const timer = setTimeout(resolve, LINGER_MS);
      raw.on('data', ({ length }: Buffer) => {
        bytesLeft -= length;
        if (bytesLeft < 0) resolve();
      });
      for (const event of ['end', 'error', 'close']) raw.once(event, resolve);
      raw.once('close', () => clearTimeout(timer));
      raw.resume();
    });
  });
};
