import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './types.ts';

const ATTEMPTS_MAX = 5;
/** The longest pause before the second attempt; it doubles with each one, to 80 ms before the fifth. */
const PAUSE_MS = 10;
/** Serialization failure and deadlock (PostgreSQL, Appendix A): nothing was done, the loser repeats. */
const LOST_RACES = new Set(['40001', '40P01']);

const hasLostRace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && LOST_RACES.has(String(error.code));

/**
 * Runs work in a transaction, and again when it lost a race against another one. The work may run
 * several times: it must have no effects outside the database, and keep nothing between two runs.
 *
 * @throws what the work throws; the error of the last race after five attempts
 */
export const inTransaction = async <Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !hasLostRace(error)) throw error;
      // Of a random length, else those that collided would meet again.
      await pause(Math.random() * PAUSE_MS * 2 ** (attempt - 1));
    }
  }
};
