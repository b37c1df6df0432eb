import { resetPasswordMachine } from '#machines/reset-password.ts';
import { changePassword } from '#web/api/calls/login.ts';
import { accountIdOf } from '#web/routing/navigation-state.ts';
import type { ActorOptions } from '../actor-options.ts';
import { fromCall } from '../from-call.ts';
import { inspector } from '../inspector.ts';
import { notifier } from '../notifier.ts';
import { openDestination } from '../open-destination.ts';
// Imported for its side effect: it refreshes an expired session.
import '../session/session.ts';

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
