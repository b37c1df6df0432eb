import type pg from 'pg';

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
