import type { FastifyReply } from 'fastify';
import { HttpError } from '../http/http-error.ts';
import type { WorkQueue } from './work-queue.ts';

/**
 * Acquires a slot of a queue, and releases it when the response is sent or the connection ends.
 *
 * @throws HttpError `unavailable` if the queue is full, `request_invalid` if the connection has ended
 */
export const holdResponseSlot = async (
  queue: WorkQueue,
  key: string,
  { raw, request }: FastifyReply,
): Promise<void> => {
  const release = await queue.acquire(key);
  // A response whose connection has ended emits no further `close`.
  if (request.raw.socket.destroyed) {
    release();
    throw new HttpError('request_invalid', 'The connection is closed.');
  }
  raw.once('close', release);
};
