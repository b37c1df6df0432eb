import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.ts';

const IDENTITY = 'identity';

const isCoded = (header: string): boolean =>
  header.split(',').some((coding) => !['', IDENTITY].includes(coding.trim().toLowerCase()));

/**
 * Rejects a compressed body with 415 before it is read: a few kilobytes could inflate to gigabytes. The
 * response names the accepted coding (RFC 9110 §12.5.3).
 */
export const addContentCodingGuard = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ headers }, reply) => {
    const length = headers['content-length'] ?? '0';
    const hasBody = headers['transfer-encoding'] !== undefined || Number(length) !== 0;
    if (!hasBody || !isCoded(headers['content-encoding'] ?? '')) return;
    reply.header('accept-encoding', IDENTITY);
    throw new HttpError('media_type_unsupported', 'Please send this without compression.');
  });
};
