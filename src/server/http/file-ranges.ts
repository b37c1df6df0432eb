import { createReadStream, ReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import { readByteRange } from './byte-range.ts';
import { errorBody } from './error-answers.ts';

const OF_THE_FILE = ['etag', 'last-modified', 'content-encoding', 'content-length'];

// RFC 9110 §13.1.5: a weak tag is never a match.
const isStale = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  const condition = headers['if-range'];
  const isWeak = String(condition).startsWith('W/');
  const validators = [reply.getHeader('etag'), reply.getHeader('last-modified')];
  return condition !== undefined && (isWeak || !validators.includes(condition));
};

const refuse = (reply: FastifyReply, size: number): string => {
  const refusal = new Refusal('range_unsatisfiable', 'There is no such part.');
  for (const name of OF_THE_FILE) reply.removeHeader(name);
  reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' });
  return JSON.stringify(errorBody(refusal));
};

/**
 * Answers a part of a file where a GET asks for one: 206, or 416 with the size where there is no such
 * part; any other range is ignored. `@fastify/static` answers 400 to an unsatisfiable one, to what is
 * no range, and to more last bytes than the file has.
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
    if (range === 'unsatisfiable') return refuse(reply, size);
    reply.code(206).headers({
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
      'content-length': range.end - range.start + 1,
    });
    return createReadStream(payload.path, range);
  });
};
