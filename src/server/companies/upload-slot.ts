import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { verifiedTicket } from '../auth/auth-hooks.ts';
import type { Services } from '../config/services.ts';
import { timeOutRequest } from '../http/client-error-handler.ts';
import { HttpError } from '../http/http-error.ts';

// An upload without progress between two checks is ended. A mobile network may pause for a few seconds
// while it changes cells.
const PROGRESS_CHECK_MS = 5000;

// Returns a function that stops the checks.
const abortWhenStalled = ({ raw, server }: FastifyRequest, clock: Services['clock']) => {
  let cancel: () => void;
  const check = (bytesBefore: number) => {
    cancel = clock.after(PROGRESS_CHECK_MS, () => {
      if (raw.complete) return;
      if (raw.socket.bytesRead === bytesBefore) timeOutRequest(server.server, raw.socket);
      else check(raw.socket.bytesRead);
    });
  };
  check(raw.socket.bytesRead);
  return () => cancel();
};

/**
 * An onRequest hook that acquires an upload slot before the body is read. The number of concurrent
 * uploads is limited, in total and per ticket, so that slow uploads cannot exhaust the memory. The slot
 * is released when the response or the connection ends. Register it after `requireSignUpTicket`.
 */
export const acquireUploadSlot =
  ({ uploads, clock }: Pick<Services, 'uploads' | 'clock'>): onRequestAsyncHookHandler =>
  async (request, reply) => {
    const release = await uploads.acquire(`ticket ${verifiedTicket(request).email}`);
    const { socket } = request.raw;
    // A destroyed socket emits no further `close`.
    if (socket.destroyed) {
      release();
      throw new HttpError('request_invalid', 'The connection is closed.');
    }
    const stopChecks = abortWhenStalled(request, clock);
    const end = () => {
      socket.off('close', end);
      stopChecks();
      release();
    };
    reply.raw.once('close', end);
    // A pipelined response that waits for an earlier one emits no `close`.
    socket.once('close', end);
  };
