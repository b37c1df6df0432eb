import { resetPasswordMachine } from '#machines/reset-password.ts';
import { changePassword } from '#web/api/calls/login.ts';
import { accountIdOf } from '#web/routing/navigation-state.ts';
import { type ActorOptions, fromCall, inspector, notifier } from './actor.ts';
import { openDestination } from './open-destination.ts';
import './session.ts';

// Imported for its side effect: it refreshes an expired session.

/** The reset-password chart with its actors and effects. */
export const resetPassword = resetPasswordMachine.provide({
  actors: { changePassword: fromCall(changePassword), notifier },
  actions: { openDestination: (_, destination) => openDestination(destination) },
});

/** Actor options: the account of the navigation state. */
export const resetPasswordOptions = (
  navigationState: unknown,
): ActorOptions<typeof resetPassword> => ({
  input: { uuid: accountIdOf(navigationState) },
  inspect: inspector,
});
