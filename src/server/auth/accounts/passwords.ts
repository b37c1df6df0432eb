import { hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import * as brand from '#contract/brand.ts';
import {
  PASSWORD_LENGTH_MIN,
  type PasswordError,
  passwordMessages,
  validatePassword,
} from '#contract/password.ts';
import { HttpError } from '#server/http/http-error.ts';

// OWASP's first choice of argon2id parameters with parallelism 1: 46 MiB, one pass. About 20 ms as
// measured. The package's default algorithm is argon2id.
const options = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/**
 * Hashes a password for storage, in NFKC: keyboards compose the same character differently
 * (NIST SP 800-63B §3.1.1.2).
 */
export const hashPassword = (password: string): Promise<string> =>
  hash(password.normalize('NFKC'), options);

/** Hash of an unknown password with the same parameters: verifying against it always fails. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=47104,t=1,p=1$4FJoocSxqkxz4IPY7FJQcw$InSQmZX8jTr74HtJPDOpITupjJt2t7gc5RP/+/ZEzs8';

/**
 * Verifies a password against a stored hash. Without one it does the same work and returns false, so
 * that the response time does not reveal whether an account exists.
 */
export const verifyPassword = async (
  storedHash: string | undefined,
  password: string,
): Promise<boolean> => {
  const isCorrect = await verify(storedHash ?? DUMMY_HASH, password.normalize('NFKC'));
  return isCorrect && storedHash !== undefined;
};

// The package ranks 49,000 leaked passwords. Shorter ones are rejected for their length.
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_LENGTH_MIN)
    .map((password) => password.toLowerCase()),
);

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** The brand with digits and signs around it is a likely guess at this site. */
const brandLetters = lettersOf(brand.name);

/**
 * Whether a password is a common one or a variation of the brand.
 *
 * @param password in NFKC, as it is hashed
 */
const isCommonPassword = (password: string): boolean =>
  common.has(password.toLowerCase()) || lettersOf(password) === brandLetters;

const messages: Record<PasswordError | 'isCommon', string> = {
  ...passwordMessages,
  isEmail: 'Please use a password that is not your email address.',
};

/** @throws HttpError `password_refused`, with a message for the user, if the password is not allowed */
export const assertPasswordAllowed = (password: string, email: string): void => {
  // Normalised as it is hashed, so that compatible characters do not hide a common password.
  const normalized = password.normalize('NFKC');
  const error =
    validatePassword(normalized, email) ?? (isCommonPassword(normalized) ? 'isCommon' : undefined);
  if (error) throw new HttpError('password_refused', messages[error], { field: 'password' });
};
