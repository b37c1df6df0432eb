import { createReadStream, ReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '../error-handler.ts';
import { HttpError } from '../http-error.ts';
import { readByteRange } from './byte-range.ts';

const FILE_HEADERS = ['etag', 'last-modified', 'content-encoding', 'content-length'];

// RFC 9110 §13.1.5: a weak ETag never matches.
const isStale = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  const condition = headers['if-range'];
  const isWeak = String(condition).startsWith('W/');
  const validators = [reply.getHeader('etag'), reply.getHeader('last-modified')];
  return condition !== undefined && (isWeak || !validators.includes(condition));
};

const rejectRange = (reply: FastifyReply, size: number): string => {
  const error = new HttpError('range_unsatisfiable', 'There is no such part.');
  for (const name of FILE_HEADERS) reply.removeHeader(name);
  reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' });
  return JSON.stringify(errorBody(error));
};

/**
 * Serves byte ranges of files: 206, or 416 with the size for an unsatisfiable range. Malformed ranges
 * are ignored. `@fastify/static` would respond with 400 to an unsatisfiable range, to a malformed one
 * and to a suffix that is longer than the file.
 */
export const addFileRanges = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!(payload instanceof ReadStream) || reply.statusCode !== 200) return payload;
    const { range: header } = request.headers;
    if (request.method !== 'GET' || header === undefined || isStale(request, reply)) return payload;
    const size = Number(reply.getHeader('content-length'));
    const range = readByteRange(header, size);
    if (range === undefined) return payload;
    payload.destroy();
    if (range === 'unsatisfiable') return rejectRange(reply, size);
    reply.code(206).headers({
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': range.end - range.start + 1,
    });
    return createReadStream(payload.path, range);
  });
};
