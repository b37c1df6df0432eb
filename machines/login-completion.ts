import { assign, type PromiseActorLogic, sendTo, setup } from 'xstate';
import { required } from '#contract/text.ts';
import type { passkeyRegistrationMachine } from './passkey-registration.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';
import type { SignedIn } from './rules/session.ts';

/** The user record. The status says whether a first password is required. */
type User = Pick<SignedIn, 'uuid' | 'status'> & { email: string };

/**
 * Fetches the user after a login, then offers a passkey to one who logged in otherwise. The offer is
 * optional: each of its ends completes the login, which opens the app or the page for a first password.
 */
export const loginCompletionMachine = setup({
  types: {
    input: {} as { isAtsEnabled: boolean; isByPasskey: boolean },
    context: {} as { isAtsEnabled: boolean; isByPasskey: boolean; user?: User },
    output: {} as { isComplete: boolean },
    tags: {} as 'busy',
    children: {} as { registration: 'registration' },
  },
  actors: {} as {
    fetchUser: PromiseActorLogic<User, void>;
    registration: typeof passkeyRegistrationMachine;
  },
  guards: {
    canOfferPasskey: ({ context }, user: User) =>
      !context.isByPasskey && user.status === 'accepted',
  },
  actions: {
    setUser: assign({ user: (_, { uuid, status, email }: User) => ({ uuid, status, email }) }),
    openDestination: (_, _signedIn: SignedIn) => {},
    notify: sendTo(notifierOf, toNoticeEvent<'unexpected'>),
  },
}).createMachine({
  id: 'loginCompletion',
  description: 'Fetches the user after a login, then offers a passkey.',
  context: ({ input: { isAtsEnabled, isByPasskey } }) => ({ isAtsEnabled, isByPasskey }),
  output: ({ context: { user } }) => ({ isComplete: user !== undefined }),
  initial: 'fetchingUser',
  states: {
    fetchingUser: {
      tags: 'busy',
      description: 'The user record states whether a first password is required.',
      invoke: {
        id: 'fetchUser',
        src: 'fetchUser',
        onDone: [
          {
            guard: { type: 'canOfferPasskey', params: ({ event }) => event.output },
            target: 'offeringPasskey',
            actions: { type: 'setUser', params: ({ event }) => event.output },
          },
          { target: 'complete', actions: { type: 'setUser', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
    offeringPasskey: {
      invoke: {
        id: 'registration',
        src: 'registration',
        input: ({ context: { user } }) => ({ isRequested: false, email: required(user).email }),
        onDone: 'complete',
        onError: 'complete',
      },
    },
    complete: {
      type: 'final',
      entry: {
        type: 'openDestination',
        params: ({ context: { isAtsEnabled, user } }) => ({ isAtsEnabled, ...required(user) }),
      },
    },
    failed: { type: 'final' },
  },
});
