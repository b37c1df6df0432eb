import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '#contract/limits.ts';
import { type PasswordFault, passwordFault } from '#contract/password.ts';
import { Refusal } from '../refusal.ts';
import { isCommonPassword } from './common-passwords.ts';

const messages: Record<PasswordFault | 'isCommon', string> = {
  tooShort: `Please use at least ${PASSWORD_LENGTH_MIN} characters.`,
  tooLong: `Please use at most ${PASSWORD_LENGTH_MAX} characters.`,
  isEmail: 'Please use a password that is not your email address.',
  isCommon: 'This password is one of the first that attackers try. Please choose another one.',
};

/** @throws Refusal `password_refused`, with words for the person, when the password isn't allowed */
export const refuseUnfitPassword = (password: string, email: string): void => {
  // As it is hashed: in other letters for the same, a common one would pass.
  const normal = password.normalize('NFKC');
  const fault = passwordFault(normal, email) ?? (isCommonPassword(normal) ? 'isCommon' : undefined);
  if (fault) throw new Refusal('password_refused', messages[fault], { field: 'password' });
};
