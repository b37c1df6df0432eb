import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { verifiedTicket } from '../auth/auth-hooks.ts';
import type { Services } from '../config/services.ts';
import { timeOutRequest } from '../http/client-error-handler.ts';
import { holdResponseSlot } from '../limits/response-slot.ts';

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
    await holdResponseSlot(uploads, `ticket ${verifiedTicket(request).email}`, reply);
    reply.raw.once('close', abortWhenStalled(request, clock));
  };
