/** Something that the person at the terminal can put right. The message is one line. */
export class BackOfficeError extends Error {}

/** What is said of an address that nobody has signed up with. */
export const noAccount = (email: string): BackOfficeError =>
  new BackOfficeError(`There is no account for ${email}.`);
