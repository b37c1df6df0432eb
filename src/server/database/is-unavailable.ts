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
