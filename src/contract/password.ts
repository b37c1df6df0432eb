import { isSameEmail } from './email.ts';

/** Characters in a password, counted as code points (NIST SP 800-63B §3.1.1). */
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

/** Why the browser rejects a password. The server also rejects common passwords. */
export type PasswordError = 'tooShort' | 'tooLong' | 'isEmail';

/** Messages for rejected passwords, in the browser and in error responses. */
export const passwordMessages = {
  tooShort: `Please use at least ${PASSWORD_LENGTH_MIN} characters.`,
  tooLong: `Please use at most ${PASSWORD_LENGTH_MAX} characters.`,
  isCommon: 'This password is one of the first that attackers try. Please choose another one.',
} as const;

/**
 * The first validation error of a password for an email address; undefined if there is none. Length
 * counts code points (NIST SP 800-63B).
 */
export const validatePassword = (password: string, email: string): PasswordError | undefined => {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return 'tooShort';
  if (length > PASSWORD_LENGTH_MAX) return 'tooLong';
  if (isSameEmail(password, email)) return 'isEmail';
  return undefined;
};
