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
// Connection exceptions, resources used up (disk, memory, connections), operator intervention,
// system errors, deadlocks and serialization failures, the time-outs of a statement, of a lock and
// of an idle transaction (PostgreSQL, Appendix A). Read-only: a standby that is being promoted.
const STATE = /^(?:08|53|57P|58|40001|40P01|57014|55P03|25P03|25006)/;
// The pool and the client report these without a code.
const MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|query read timeout|after calling end on the pool|driver has already been destroyed|client was closed/i;

/** Whether an error means that the database can't be reached or can't work just now. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return CONNECTION_CODES.has(code) || STATE.test(code) || MESSAGES.test(error.message);
};
