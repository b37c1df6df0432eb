import type { FastifyInstance } from 'fastify';

const HEAR_OUT_MS = 5000;
const HEAR_OUT_BYTES_MAX = 16 * 1024 * 1024;
/** Too large, or of a type or coding that nobody here reads. */
const UNREAD = new Set([413, 415]);

/**
 * Has a body that is refused for its size or its form come to its end, unread, before the answer
 * says so. Otherwise the connection is closed while the client still sends, which then sees a reset
 * in place of the answer.
 */
export const addHearOut = (app: FastifyInstance): void => {
  app.addHook('onSend', async ({ raw }, reply) => {
    const isOver = raw.complete || raw.readableEnded || raw.destroyed;
    if (!UNREAD.has(reply.statusCode) || isOver) return;
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
