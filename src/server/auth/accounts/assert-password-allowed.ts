import { type PasswordError, passwordMessages, validatePassword } from '#contract/password.ts';
import { HttpError } from '#server/http/http-error.ts';
import { isCommonPassword } from './common-passwords.ts';

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
