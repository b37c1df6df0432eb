/** What may travel in navigation state; anybody can put anything there, so it is read with care. */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const fieldOf = (state: unknown, name: string): unknown =>
  typeof state === 'object' && state !== null ? Reflect.get(state, name) : undefined;

const textOf = (state: unknown, name: string): string | undefined => {
  const value = fieldOf(state, name);
  return typeof value === 'string' ? value : undefined;
};

/** An address that a link carried along. */
export const emailOf = (state: unknown): string => textOf(state, 'email') ?? '';

/** The plan that was chosen on the way here; it is looked up, never shown as it came. */
export const planOf = (state: unknown): string | undefined => textOf(state, 'plan');

/** The account whose password is to be set. */
export const accountIdOf = (state: unknown): string | undefined => {
  const id = textOf(state, 'id') ?? '';
  return UUID.test(id) ? id : undefined;
};

/** Whether the visitor was sent to the login page because the session had ended. */
export const isSessionEnded = (state: unknown): boolean =>
  fieldOf(state, 'isSessionEnded') === true;
