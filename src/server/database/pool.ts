import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { HOUR_MS, MINUTE_MS } from '#contract/durations.ts';

/** Connections of a pool, and callers that wait for one. */
export interface PoolState {
  inUse: number;
  idle: number;
  waiting: number;
}

/** A pool with a state. */
export interface StatedPool extends PostgresPool {
  state(): PoolState;
}

/** State of a pg pool. */
export const poolState = ({ totalCount, idleCount, waitingCount }: pg.Pool): PoolState => ({
  inUse: totalCount - idleCount,
  idle: idleCount,
  waiting: waitingCount,
});

/** Database timeouts in milliseconds; 0 is none. */
export interface DatabaseTimeouts {
  /** Client-side timeout of a query: the connection counts as lost. */
  queryMs: number;
  /** `statement_timeout` of the server (error 57014). */
  statementMs: number;
  /** `lock_timeout` of the server (error 55P03). */
  lockMs: number;
  /** `idle_in_transaction_session_timeout` of the server (error 25P03). */
  idleInTransactionMs: number;
}

/**
 * For requests. The server's timeouts are shorter than the client's, because they keep the connection; the
 * client's is for a network that drops packets. `lockMs` is longer than PostgreSQL's deadlock detection
 * (one second), whose victim is retried.
 */
export const SERVING_TIMEOUTS: DatabaseTimeouts = {
  queryMs: 4000,
  statementMs: 3000,
  lockMs: 2000,
  idleInTransactionMs: 3000,
};

/** For commands, whose longest statement is a full export. */
export const COMMAND_TIMEOUTS: DatabaseTimeouts = {
  queryMs: 330_000,
  statementMs: 300_000,
  lockMs: 10_000,
  idleInTransactionMs: MINUTE_MS,
};

/**
 * For migrations: building an index on a large table may take long, and other processes wait for its lock,
 * up to an hour.
 */
export const MIGRATION_TIMEOUTS: DatabaseTimeouts = {
  queryMs: 0,
  statementMs: 0,
  lockMs: HOUR_MS,
  idleInTransactionMs: 0,
};

/** Names of prepared statements by their texts. */
const names = new Map<string, string>();

/**
 * Has a connection with a session of its own parse and plan a statement once, at its first use, instead of at
 * each. For frequent statements that only read: one that fails is repeated where it was prepared in vain. Its plan
 * may stay the same however much the tables grow, so it calls a function.
 *
 * @returns the statement
 */
export const prepareOnce = (name: string, statement: string): string => {
  names.set(statement, name);
  return statement;
};

/** The name under which a statement is prepared; undefined if it is parsed at each use. */
export const preparedName = (statement: string): string | undefined => names.get(statement);
