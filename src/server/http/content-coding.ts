import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';

const IDENTITY = 'identity';

const isCoded = (header: string): boolean =>
  header.split(',').some((coding) => !['', IDENTITY].includes(coding.trim().toLowerCase()));

/**
 * Refuses a body that is compressed or coded otherwise, before anything reads it: what is sent here
 * is small, and a few kilobytes could become gigabytes. Says so as RFC 9110 §12.5.3 has it.
 */
export const addContentCodingGuard = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const length = headers['content-length'] ?? '0';
    const hasBody = headers['transfer-encoding'] !== undefined || Number(length) !== 0;
    if (!hasBody || !isCoded(headers['content-encoding'] ?? '')) return;
    reply.header('accept-encoding', IDENTITY);
    throw new Refusal('media_type_unsupported', 'Please send this without compression.');
  });
};
