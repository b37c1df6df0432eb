/**
 * Parses navigation state (`history.state`), which is untrusted. It does not use yup, which no page
 * loads.
 */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const readProperty = (state: unknown, name: string): unknown =>
  typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;

const readText = (state: unknown, name: string): string | undefined => {
  const value = readProperty(state, name);
  return typeof value === 'string' ? value : undefined;
};

/** The email address to prefill; `''` when there is none. */
export const emailOf = (state: unknown): string => readText(state, 'email') ?? '';

/** The name of the plan that the visitor chose, unchecked: look it up, never render it. */
export const planOf = (state: unknown): string | undefined => readText(state, 'plan');

/** The id (UUID) of the account whose password is to be set. */
export const accountIdOf = (state: unknown): string | undefined => {
  const id = readText(state, 'id') ?? '';
  return UUID.test(id) ? id : undefined;
};

/** Whether an expired session brought the visitor to the login page. */
export const isSessionEnded = (state: unknown): boolean =>
  readProperty(state, 'isSessionEnded') === true;

/** Whether the visitor came to the login page by a link that asks for a code. */
export const isLoginByCode = (state: unknown): boolean => readProperty(state, 'isByCode') === true;
