import { availableParallelism } from 'node:os';
import { WIDE_NETWORK_FACTOR, wideNetworkOf } from '../http/client-network.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

// Hashing, decoding and file reads share libuv's four threads; static files need some of them.
const HASHING_CONCURRENCY = Math.max(1, availableParallelism() - 1);
// A wait of a few seconds at about 20 ms per hash. A waiting task is a closure and a small body.
const HASHES_WAITING = 256;
const HASHES_WAITING_PER_KEY = 16;

// Joining the chunks of a 2 MiB file needs two copies: about 100 MB for all slots.
const UPLOAD_CONCURRENCY = 24;
// Two, because a browser may retry before the server notices that the first connection is lost.
const UPLOADS_PER_KEY = 2;

// Logos of up to 100 KB: 20 MB in total, for clients that read slowly.
const SENDING_CONCURRENCY = 200;
const SENDING_PER_NETWORK = 16;
// A waiting request is a few kilobytes, and each is on a connection of its own.
const SENDING_WAITING = 2000;

/** Queues for work that needs much memory or processor time, created once by `createApp`. */
export interface WorkQueues {
  /** Password hashing: 46 MiB and about 20 ms each. */
  hashing: WorkQueue;
  /** Logo uploads in progress: up to 4 MiB each. There is no waiting. */
  uploads: WorkQueue;
  /** Responses with a logo that are not yet read, by network: 100 KB each. */
  sending: WorkQueue;
  /** Decoding of logos: one at a time, up to 36 MiB each. */
  imaging: WorkQueue;
}

/** Creates the queues with limits for this machine. */
export const createWorkQueues = (): WorkQueues => ({
  hashing: createWorkQueue({
    running: HASHING_CONCURRENCY,
    waiting: HASHES_WAITING,
    waitingPerKey: HASHES_WAITING_PER_KEY,
    waitingKnownDevices: HASHES_WAITING,
  }),
  uploads: createWorkQueue({
    running: UPLOAD_CONCURRENCY,
    runningPerKey: UPLOADS_PER_KEY,
    waiting: 0,
  }),
  sending: createWorkQueue({
    running: SENDING_CONCURRENCY,
    runningPerKey: SENDING_PER_NETWORK,
    runningPerGroup: SENDING_PER_NETWORK * WIDE_NETWORK_FACTOR,
    groupOf: wideNetworkOf,
    waiting: SENDING_WAITING,
  }),
  imaging: createWorkQueue({
    running: 1,
    waiting: UPLOAD_CONCURRENCY,
    waitingPerKey: UPLOADS_PER_KEY,
  }),
});
