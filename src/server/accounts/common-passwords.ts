import { dictionary } from '@zxcvbn-ts/language-common';
import { PASSWORD_LENGTH_MIN } from '#contract/limits.ts';

// The package ranks 49,000 leaked passwords; the shorter ones are refused for their length.
const common = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= PASSWORD_LENGTH_MIN)
    .map((password) => password.toLowerCase()),
);

/** Whether a password is among those that attackers try first (decisions, Login). */
export const isCommonPassword = (password: string): boolean => common.has(password.toLowerCase());
