/** read_only_sql_transaction (PostgreSQL, Appendix A): the error of a write on a standby. */
const READ_ONLY = '25006';

/** A connection leads to a standby, whose data may be old and which accepts no writes. */
export class StandbyError extends Error {
  readonly code = READ_ONLY;
}

/** Whether an error is that of a write on a standby, or on a database that is set to read-only. */
export const isReadOnlyError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY;
