import { availableParallelism } from 'node:os';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

// libuv has four threads for hashing, decoding and reading files: static files need some of them.
const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);
// A wait of a few seconds at about 20 ms a hash. What waits is a closure and a small body.
const HASHES_WAITING = 256;
const HASHES_WAITING_PER_KEY = 16;

// Of a file of 2 MiB there are two copies when its pieces are joined: about 100 MB for all places.
const UPLOADS_AT_ONCE = 24;
// A second one, because a browser may send again before the first connection is known to be gone.
const UPLOADS_PER_KEY = 2;

/** The queues of the work that costs memory or processor time; made once by `createApp`. */
export interface WorkQueues {
  /** Password hashing: 46 MiB and about 20 ms a piece. */
  hashing: WorkQueue;
  /** Logos that are being read from the network: up to 4 MiB a piece. None waits. */
  uploads: WorkQueue;
  /** Decoding of logos: one at a time, because each may take 36 MiB. */
  imaging: WorkQueue;
}

export const createWorkQueues = (): WorkQueues => ({
  hashing: createWorkQueue({
    running: HASHES_AT_ONCE,
    waiting: HASHES_WAITING,
    waitingPerKey: HASHES_WAITING_PER_KEY,
    waitingKnown: HASHES_WAITING,
  }),
  uploads: createWorkQueue({
    running: UPLOADS_AT_ONCE,
    runningPerKey: UPLOADS_PER_KEY,
    waiting: 0,
  }),
  imaging: createWorkQueue({
    running: 1,
    waiting: UPLOADS_AT_ONCE,
    waitingPerKey: UPLOADS_PER_KEY,
  }),
});
