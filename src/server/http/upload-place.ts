import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { timeOut } from './client-errors.ts';
import { verifiedTicket } from './identity.ts';

// An upload is ended that has sent nothing between two looks. Mobile networks that change cells may
// be silent for a few seconds.
const LOOK_AGAIN_MS = 5000;

// Answers how to stop looking.
const endWhenStalled = ({ raw, server }: FastifyRequest, clock: Services['clock']) => {
  let cancel: () => void;
  const look = (bytesBefore: number) => {
    cancel = clock.after(LOOK_AGAIN_MS, () => {
      if (raw.complete) return;
      if (raw.socket.bytesRead === bytesBefore) timeOut(server.server, raw.socket);
      else look(raw.socket.bytesRead);
    });
  };
  look(raw.socket.bytesRead);
  return () => cancel();
};

/**
 * A hook that takes a place for an upload before its body is read, so that bodies which never end
 * can't fill the memory: only so many are read at once, and few of them for one ticket. The place is
 * given back with the answer or with the connection, whichever ends first. Goes behind `needsTicket`.
 */
export const takesUploadPlace =
  ({ uploads, clock }: Pick<Services, 'uploads' | 'clock'>): onRequestAsyncHookHandler =>
  async (request, reply) => {
    const leave = await uploads.enter(`ticket ${verifiedTicket(request).email}`);
    const { socket } = request.raw;
    // Its end would not be told again, and nobody is there for the answer.
    if (socket.destroyed) {
      leave();
      throw new Refusal('request_invalid', 'The connection is closed.');
    }
    const stopLooking = endWhenStalled(request, clock);
    const end = () => {
      socket.off('close', end);
      stopLooking();
      leave();
    };
    reply.raw.once('close', end);
    // A response that waits for the one before it on the same connection isn't told of its end.
    socket.once('close', end);
  };
