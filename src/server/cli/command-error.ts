/** A failure that the operator can correct. The message is one line. */
export class CommandError extends Error {}

/** Wrong arguments. The message is one line; the usage follows it. */
export class UsageError extends Error {}

/** The error for an address without an account. */
export const noAccount = (email: string): CommandError =>
  new CommandError(`There is no account for ${email}.`);
