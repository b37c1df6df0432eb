import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Database } from './types.ts';

const ATTEMPTS_MAX = 5;
/** Maximum pause before the second attempt. It doubles with each attempt, to 80 ms before the fifth. */
const PAUSE_MS = 10;
/** serialization_failure and deadlock_detected (PostgreSQL, Appendix A): rolled back, safe to retry. */
const RETRYABLE = new Set(['40001', '40P01']);

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && RETRYABLE.has(String(error.code));

/**
 * Repeats work that is a whole transaction after a deadlock or a serialization failure. It may run several
 * times, so it must have no effects outside of the database and keep no state between runs.
 *
 * @throws the error of the work, or of the fifth attempt
 */
export const retryConflicts = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isRetryable(error)) throw error;
      // Random, so that the same transactions do not collide again.
      await pause(Math.random() * PAUSE_MS * 2 ** (attempt - 1));
    }
  }
};

/** Runs work in a transaction, and retries it as `retryConflicts` does. */
export const inTransaction = <Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> => retryConflicts(() => db.transaction().execute(work));

/**
 * PostgreSQL's function that waits for a synchronous standby. Its name comes with the warning and is not
 * translated, unlike the text.
 */
const WAIT_ROUTINE = 'SyncRepWaitForLSN';
/** transaction_resolution_unknown (PostgreSQL, Appendix A). */
const RESOLUTION_UNKNOWN = '08007';

/** A transaction is committed on the primary, perhaps not on its synchronous standby. */
class UnconfirmedCommitError extends Error {
  readonly code = RESOLUTION_UNKNOWN;
}

/** Connections whose present statement got the warning. */
const unconfirmed = new WeakSet<pg.ClientBase>();

/**
 * Listens for the warning with which PostgreSQL commits after a cancelled wait for its synchronous standby.
 * The commit succeeds all the same, so its result does not show that a failover would lose it.
 */
export const watchCommits = (client: pg.ClientBase): void => {
  client.on('notice', ({ routine }) => {
    if (routine === WAIT_ROUTINE) unconfirmed.add(client);
  });
};

/**
 * Runs a statement, which may be a commit, on a watched connection.
 *
 * @throws an error with SQLSTATE 08007, for which a request is answered with 503, if the statement has
 * committed without its synchronous standby
 */
export const confirmCommit = async <Result>(
  client: pg.ClientBase,
  statement: () => Promise<Result>,
): Promise<Result> => {
  unconfirmed.delete(client);
  const result = await statement();
  if (unconfirmed.has(client))
    throw new UnconfirmedCommitError('The synchronous standby has not confirmed the commit.');
  return result;
};
