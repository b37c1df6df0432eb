import { FolderInUseError } from '../data-folder/data-folder.ts';

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);
// PostgreSQL, Appendix A: connection exceptions, insufficient resources (disk, memory, connections),
// operator intervention, system errors, deadlocks and serialization failures, timeouts of a statement, a
// lock and an idle transaction, read-only transactions (a standby during promotion).
const STATE = /^(?:08|53|57P|58|40001|40P01|57014|55P03|25P03|25006)/;
// Errors of pg's pool and client without a code.
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|query read timeout|after calling end on the pool|driver has already been destroyed|client was closed/i;

/** Whether an error means that the database is unreachable or temporarily unable to work. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CONNECTION_CODES.has(code) || STATE.test(code) || MESSAGES.test(error.message);
};

/** read_only_sql_transaction (PostgreSQL, Appendix A): the error of a write on a standby. */
const READ_ONLY = '25006';

/** A connection leads to a standby, whose data may be old and which accepts no writes. */
export class StandbyError extends Error {
  readonly code = READ_ONLY;
}

/** Whether an error is that of a write on a standby, or on a database that is set to read-only. */
export const isReadOnlyError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === READ_ONLY;

/** Errors that kept a connection from being opened: address, certificate, database or role are wrong. */
const connectErrors = new WeakSet<Error>();

/** Notes an error of a connection that could not be opened, for `describeStartFailure`, and throws it. */
export const throwConnectError = (error: unknown): never => {
  if (error instanceof Error) connectErrors.add(error);
  throw error;
};

/** insufficient_privilege (PostgreSQL, Appendix A): the role may not create tables, or read them. */
const NO_PRIVILEGE = '42501';

const isCausedByUrl = (error: Error): boolean =>
  connectErrors.has(error) || ('code' in error && error.code === NO_PRIVILEGE);

/** Describes why a process cannot start, in one line that names the setting. */
export const describeStartFailure = (error: unknown): string => {
  if (error instanceof FolderInUseError) return `DATA_DIR is in use. ${error.message}`;
  if (error instanceof StandbyError)
    return 'DATABASE_URL: it leads to a standby, which accepts no writes';
  if (isDatabaseUnavailable(error)) return 'DATABASE_URL: no database answers there';
  if (!(error instanceof Error)) return String(error);
  return isCausedByUrl(error) ? `DATABASE_URL: ${error.message}` : error.message;
};
