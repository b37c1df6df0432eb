import { resetPasswordMachine } from '#machines/reset-password.ts';
import { accountIdOf } from '../arrival.ts';
import { changePassword } from '../calls/login.ts';
import { calling } from './calling.ts';
import { following } from './following.ts';
import { goTo } from './go-to.ts';
import type { Start } from './start.ts';
// A session that has expired is renewed, though this flow opens none.
import './session.ts';

/** The new password with its effects. */
export const resetPassword = resetPasswordMachine.provide({
  actors: { changePassword: calling(changePassword) },
});

/** What a new password starts with: the account that came in the navigation state. */
export const startResetPassword = (arrival: unknown): Start<typeof resetPassword> => ({
  input: { uuid: accountIdOf(arrival) },
  inspect: following<typeof resetPassword>(({ destination }) => goTo(destination)),
});
