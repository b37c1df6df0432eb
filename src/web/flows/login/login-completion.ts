import { destinationOf } from '#contract/session.ts';
import { loginCompletionMachine } from '#machines/login-completion.ts';
import { fetchUser } from '#web/api/calls/login.ts';
import { fromCall } from '../from-call.ts';
import { openDestination } from '../open-destination.ts';
import { passkeyRegistration } from '../passkey-registration/passkey-registration.ts';

/** The chart between a login and the app, with its actors and effects. */
export const loginCompletion = loginCompletionMachine.provide({
  actors: { fetchUser: fromCall(fetchUser), registration: passkeyRegistration },
  actions: {
    openDestination: (_, { uuid, ...user }) => openDestination(destinationOf(user), { id: uuid }),
  },
});
