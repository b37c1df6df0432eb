/** How long a database is waited for, in milliseconds; 0 is as long as it takes. */
export interface DatabaseTimeouts {
  /** The client's own: a server that says nothing for this long counts as gone. */
  queryMs: number;
  /** After which the server ends a statement (57014). */
  statementMs: number;
  /** After which the server ends a statement that waits for a lock (55P03). */
  lockMs: number;
  /** After which the server ends a connection that does nothing inside a transaction (25P03). */
  idleInTransactionMs: number;
}

/**
 * While people wait. The server's are the shorter ones: it ends what is slow and keeps the
 * connection, so that the client's is left for a network that swallows packets. A lock's is longer than
 * PostgreSQL takes to see a deadlock (one second), whose loser is repeated.
 */
export const SERVING_TIMEOUTS: DatabaseTimeouts = {
  queryMs: 4000,
  statementMs: 3000,
  lockMs: 2000,
  idleInTransactionMs: 3000,
};

/** For the commands, whose longest statement is an export of everything. */
export const COMMAND_TIMEOUTS: DatabaseTimeouts = {
  queryMs: 330_000,
  statementMs: 300_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
};

/** For migrations: an index of a large table takes what it takes, and other processes wait for it. */
export const MIGRATION_TIMEOUTS: DatabaseTimeouts = {
  queryMs: 0,
  statementMs: 0,
  lockMs: 0,
  idleInTransactionMs: 0,
};
