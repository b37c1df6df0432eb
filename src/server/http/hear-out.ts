import type { FastifyInstance } from 'fastify';

const HEAR_OUT_MS = 5000;
const HEAR_OUT_BYTES_MAX = 16 * 1024 * 1024;
const TOO_LARGE = 413;

/**
 * Has a body that is too large come to its end, unread, before the answer says so. Otherwise the
 * connection is closed while the client still sends, which then sees a reset in place of the answer.
 */
export const addHearOut = (app: FastifyInstance): void => {
  app.addHook('onSend', async ({ raw }, reply) => {
    const isOver = raw.complete || raw.readableEnded || raw.destroyed;
    if (reply.statusCode !== TOO_LARGE || isOver) return;
    await new Promise<void>((resolve) => {
      let left = HEAR_OUT_BYTES_MAX;
      const patience = setTimeout(resolve, HEAR_OUT_MS);
      raw.on('data', ({ length }: Buffer) => {
        left -= length;
        if (left < 0) resolve();
      });
      for (const event of ['end', 'error', 'close']) raw.once(event, resolve);
      raw.once('close', () => clearTimeout(patience));
      raw.resume();
    });
  });
};
