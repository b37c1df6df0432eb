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
