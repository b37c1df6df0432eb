import type { UserStatus } from './answers.ts';

/** Who has logged in, and where the account belongs. */
export interface SignedIn {
  uuid: string;
  status: UserStatus;
  isAtsEnabled: boolean;
}

/** Where somebody who has logged in goes: first of all to a password of their own. */
export type Destination = 'resetPassword' | 'atsHome' | 'appHome';

/** Finds where somebody who has logged in goes. */
export const destinationOf = ({
  status,
  isAtsEnabled,
}: Pick<SignedIn, 'status' | 'isAtsEnabled'>): Destination => {
  if (status === 'sent') return 'resetPassword';
  return isAtsEnabled ? 'atsHome' : 'appHome';
};
