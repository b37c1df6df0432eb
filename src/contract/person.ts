import { isEmail } from './email.ts';
import { type PasswordError, validatePassword } from './password.ts';
import { isFilled, isSingleLine } from './text.ts';

/** Characters in the name of a person or a company. */
export const NAME_LENGTH_MAX = 200;

/** Whether the name of a person or a company can be stored: not blank, one line, at most `NAME_LENGTH_MAX`. */
export const isName = (name: string): boolean =>
  isFilled(name) && name.length <= NAME_LENGTH_MAX && isSingleLine(name);

/** Fields of step 2 of the wizard. The email address is the verified one. */
interface Person {
  name: string;
  email: string;
  password: string;
}

/** Validation error of step 2. */
export type PersonError =
  | 'nameMissing'
  | 'nameInvalid'
  | 'emailMissing'
  | 'emailInvalid'
  | 'passwordMissing'
  | PasswordError;

/** The first validation error in the order of the form; undefined if there is none. */
export const validatePerson = ({ name, email, password }: Person): PersonError | undefined => {
  if (!isFilled(name)) return 'nameMissing';
  if (!isName(name)) return 'nameInvalid';
  if (!isFilled(email)) return 'emailMissing';
  if (!isEmail(email)) return 'emailInvalid';
  if (password === '') return 'passwordMissing';
  return validatePassword(password, email);
};
