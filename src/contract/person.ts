import { isName } from './company.ts';
import { isEmail } from './email.ts';
import { type PasswordFault, passwordFault } from './password.ts';
import { isFilled } from './text.ts';

/** What step 2 of the wizard holds; the email is the verified one. */
export interface Person {
  name: string;
  email: string;
  password: string;
}

/** The first thing that keeps step 2 from being sent, in the order of its fields. */
export type PersonFault =
  | 'nameMissing'
  | 'nameInvalid'
  | 'emailMissing'
  | 'emailInvalid'
  | 'passwordMissing'
  | PasswordFault;

/** Finds the first fault of a person, or nothing. */
export const personFault = ({ name, email, password }: Person): PersonFault | undefined => {
  if (!isFilled(name)) return 'nameMissing';
  if (!isName(name)) return 'nameInvalid';
  if (!isFilled(email)) return 'emailMissing';
  if (!isEmail(email)) return 'emailInvalid';
  if (password === '') return 'passwordMissing';
  return passwordFault(password, email);
};
