import type { Socket } from 'node:net';
import type { Clock } from '../config/clock.ts';
import type { Connections } from './connections.ts';

/** Time between two checks. */
export const READERS_CHECK_MS = 3000;
const CHECKS_WITHOUT_PROGRESS = 10;

// Node counts a buffer as written when the system has taken all of it. The handle knows its part.
const bytesLeft = (socket: Socket): number => {
  const handle: { writeQueueSize?: number } | undefined = Reflect.get(socket, '_handle');
  return handle?.writeQueueSize ?? 0;
};

/**
 * Ends connections whose client has taken no byte of a response for 30 s. A slow client is not ended.
 *
 * @returns a function that stops the checks
 */
export const endStoppedReaders = ({ all }: Connections, clock: Clock): (() => void) => {
  let cancel: () => void;
  const schedule = (before: ReadonlyMap<Socket, { progress: string; checks: number }>) => {
    cancel = clock.after(READERS_CHECK_MS, () => {
      const blocked = new Map<Socket, { progress: string; checks: number }>();
      for (const { socket, isBusy } of all()) {
        if (!isBusy || socket.writableLength === 0) continue;
        const progress = `${socket.bytesWritten} ${bytesLeft(socket)}`;
        const last = before.get(socket);
        const checks = last?.progress === progress ? last.checks + 1 : 0;
        if (checks === CHECKS_WITHOUT_PROGRESS) socket.destroy();
        else blocked.set(socket, { progress, checks });
      }
      schedule(blocked);
    });
  };
  schedule(new Map());
  return () => cancel();
};
