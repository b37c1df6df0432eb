import { dictionary } from '@zxcvbn-ts/language-common';
import { brand } from '#contract/brand.ts';
import { PASSWORD_LENGTH_MIN } from '#contract/limits.ts';

// The package ranks 49,000 leaked passwords; the shorter ones are refused for their length.
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_LENGTH_MIN)
    .map((password) => password.toLowerCase()),
);

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

/** What attackers try at this site before any other: its own name, with digits and signs around it. */
const ownName = lettersOf(brand.name);

/**
 * Whether a password is among those that attackers try first.
 *
 * @param password normalised as it is hashed
 */
export const isCommonPassword = (password: string): boolean =>
  common.has(password.toLowerCase()) || lettersOf(password) === ownName;
