import { dictionary } from '@zxcvbn-ts/language-common';
import * as brand from '#contract/brand.ts';
import { PASSWORD_LENGTH_MIN } from '#contract/password.ts';

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
export const isCommonPassword = (password: string): boolean =>
  common.has(password.toLowerCase()) || lettersOf(password) === brandLetters;
