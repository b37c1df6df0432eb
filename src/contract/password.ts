import { canonicalEmail } from './email.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './limits.ts';

/** Why a password is refused before anything is sent; the server knows one reason more: a common one. */
export type PasswordFault = 'tooShort' | 'tooLong' | 'isEmail';

/** The first fault of a password for an address, or nothing. Characters are counted as code points, as NIST SP 800-63B asks. */
export const passwordFault = (password: string, email: string): PasswordFault | undefined => {
  const length = [...password].length;
  if (length < PASSWORD_LENGTH_MIN) return 'tooShort';
  if (length > PASSWORD_LENGTH_MAX) return 'tooLong';
  if (canonicalEmail(password) === canonicalEmail(email)) return 'isEmail';
  return undefined;
};

/** The first fault of a new password whose address isn't known to the page, or nothing. */
export const newPasswordFault = (password: string): PasswordFault | undefined =>
  passwordFault(password, '');

/** Whether a new password was typed twice, the same both times. */
export const canChangePassword = ({
  password,
  confirmation,
}: {
  password: string;
  confirmation: string;
}): boolean => password !== '' && password === confirmation;
