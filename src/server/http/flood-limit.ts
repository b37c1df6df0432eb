import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/calls/paths.ts';
import { MS_PER_S } from '#contract/durations.ts';
import type { AppConfig } from '../config/app-config.ts';
import { clientNetwork, WIDE_NETWORK_FACTOR, wideNetworkOf } from './client-network.ts';
import { HttpError } from './http-error.ts';

const WINDOW_MS = 10_000;
// A first visit takes about 30 requests, so 60 people behind one address can open the site within ten
// seconds. A flood needs some hundred requests a second.
const REQUESTS_PER_WINDOW_MAX = 2000;
const SKETCH_ROWS = 4;
/** A power of two. With all rows 256 KB; 20,000 requests a second add about twelve to a count. */
const SKETCH_COLUMNS = 2 ** 14;

const HEALTH_CHECKS: ReadonlySet<string> = new Set([paths.alive, paths.ready]);

/**
 * Counts keys of a window of time in constant memory, as a count-min sketch (Cormode and Muthukrishnan, 2005): a
 * count is at least the true one, whatever other keys are counted. A table of keys would have to forget some
 * of them, and a client that rotates through networks could choose which. Nobody can choose keys that share
 * their places, because the hash is seeded.
 */
export const createWindowCounter = (now = () => performance.now(), windowMs = WINDOW_MS) => {
  const counts = new Uint32Array(SKETCH_ROWS * SKETCH_COLUMNS);
  const seed = randomBytes(32).toString('base64');
  let endsAt = Number.NEGATIVE_INFINITY;

  // Two bytes of the digest for each row.
  const place = (digest: string, row: number): number =>
    row * SKETCH_COLUMNS +
    ((digest.charCodeAt(2 * row) * 256 + digest.charCodeAt(2 * row + 1)) % SKETCH_COLUMNS);

  return {
    /** Counts a key once more, and returns its count in the present window. */
    count(key: string): number {
      if (now() >= endsAt) {
        counts.fill(0);
        endsAt = now() + windowMs;
      }
      const digest = hash('sha256', seed + key, 'binary');
      let least = Number.POSITIVE_INFINITY;
      for (let row = 0; row < SKETCH_ROWS; row += 1) {
        const index = place(digest, row);
        const count = (counts[index] ?? 0) + 1;
        counts[index] = count;
        least = Math.min(least, count);
      }
      return least;
    },
    /** Seconds until the window ends; at least 1. */
    secondsLeft: (): number => Math.max(1, Math.ceil((endsAt - now()) / MS_PER_S)),
  };
};

/**
 * Limits the requests of a client network, and those of its wide network, to any path, files and 404s
 * included, health checks excluded. Counted in memory per process, before the database is queried or a
 * body is read. The limits of single routes are counted in the database.
 */
export const addFloodLimit = (
  app: FastifyInstance,
  { requestsPerWindowMax = REQUESTS_PER_WINDOW_MAX }: Pick<AppConfig, 'requestsPerWindowMax'>,
): void => {
  const counter = createWindowCounter();
  app.addHook('onRequest', (request, _reply, done) => {
    if (HEALTH_CHECKS.has(request.url.split('?', 1)[0] ?? '')) return done();
    const network = clientNetwork(request);
    if (
      counter.count(wideNetworkOf(network)) > requestsPerWindowMax * WIDE_NETWORK_FACTOR ||
      counter.count(network) > requestsPerWindowMax
    )
      throw new HttpError('too_many_requests', 'Too many requests. Please wait a moment.', {
        retryAfterS: counter.secondsLeft(),
        rates: ['requests'],
      });
    done();
  });
};
