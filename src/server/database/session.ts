import type pg from 'pg';
import { confirmCommit, watchCommits } from './confirmed-commit.ts';
import { StandbyError } from './standby-error.ts';
import type { DatabaseTimeouts } from './timeouts.ts';
import { retryConflicts } from './transaction.ts';

declare module 'pg' {
  interface ClientBase {
    /** Process id of the server at the start of the connection. */
    processID: number | null;
    getTransactionStatus(): 'I' | 'T' | 'E' | null;
  }
}

/** Kysely's first statement of a transaction. */
const BEGIN = /^(?:begin|start transaction)\b/;
const IDLE = 'I';

/** Connections through a pooler: each of their transactions may run in another session. */
const pooled = new WeakSet<pg.ClientBase>();

/**
 * Sets the timeouts of a new connection, if it has a session of its own. PgBouncer and other poolers report
 * a process id that is not the server's; there the values would apply to whichever client is next in that
 * session, and PgBouncer rejects them as startup parameters.
 *
 * @throws StandbyError if the connection leads to a standby
 */
export const startSession = async (
  client: pg.ClientBase,
  { statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts,
): Promise<void> => {
  watchCommits(client);
  const { rows } = await client.query<{ isStandby: boolean; isOwn: boolean }>(
    `select pg_is_in_recovery() as "isStandby", "isOwn", case when "isOwn" then
      set_config('statement_timeout', $1, false) || set_config('lock_timeout', $2, false)
      || set_config('idle_in_transaction_session_timeout', $3, false)
      || set_config('client_min_messages', 'warning', false) end
    from (select pg_backend_pid() = $4 as "isOwn") as session`,
    [...[statementMs, lockMs, idleInTransactionMs].map(String), client.processID],
  );
  if (rows[0]?.isStandby) throw new StandbyError('The connection leads to a standby.');
  if (!rows[0]?.isOwn) pooled.add(client);
};

// Warnings are needed by `confirmCommit`, whatever the role's settings are.
const withSettings = (
  begin: string,
  { statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts,
): string => `${begin}; set local statement_timeout = ${statementMs};
  set local lock_timeout = ${lockMs};
  set local idle_in_transaction_session_timeout = ${idleInTransactionMs};
  set local client_min_messages = warning`;

// In one round trip. After a failed statement `commit` rolls back.
const queryInTransaction = (
  client: pg.ClientBase,
  begin: string,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> =>
  confirmCommit(client, async () => {
    const [begun, result, ended] = await Promise.allSettled([
      client.query(begin),
      client.query(text, values),
      client.query('commit'),
    ]);
    for (const step of [begun, result, ended]) if (step.status === 'rejected') throw step.reason;
    return (result as PromiseFulfilledResult<pg.QueryResult>).value;
  });

/**
 * Runs a statement of Kysely with the timeouts. On a pooled connection they are set at the start of each
 * transaction, and a statement outside of one gets its own. Such a statement is retried after a deadlock
 * or a serialization failure, as a whole transaction is by `inTransaction`.
 *
 * @throws as `confirmCommit` does
 */
export const querySession = (
  client: pg.ClientBase,
  timeouts: DatabaseTimeouts,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult> => {
  const isPooled = pooled.has(client);
  if (BEGIN.test(text)) return client.query(isPooled ? withSettings(text, timeouts) : text);
  const query = () => confirmCommit(client, () => client.query(text, values));
  if (client.getTransactionStatus() !== IDLE) return query();
  return retryConflicts(() =>
    isPooled ? queryInTransaction(client, withSettings('begin', timeouts), text, values) : query(),
  );
};
