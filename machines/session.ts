import { assign, emit, type PromiseActorLogic, setup } from 'xstate';

/**
 * A request that was refused. `since`: when it was sent (epoch ms); a renewal after that will do.
 * `isKept`: the page stays when the session can't be renewed.
 */
interface Expiry {
  isKept: boolean;
  since: number;
}

/**
 * One browser's session as its requests see it. A 401 is `access.expired`: the session is renewed
 * once for any number of requests. When that fails, the visitor is signed out, unless the request
 * came from the sign-up wizard (`isKept`), which keeps its page and shows its own error.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Expiry,
    events: {} as ({ type: 'access.expired' } & Expiry) | { type: 'session.opened' },
    emitted: {} as { type: 'notice'; notice: 'sessionEnded' },
    tags: {} as 'busy',
  },
  actors: {} as {
    refresh: PromiseActorLogic<{ isRenewed: boolean }, { since: number }>;
    logout: PromiseActorLogic<void, void>;
  },
  guards: {
    isRenewed: (_, { isRenewed }: { isRenewed: boolean }) => isRenewed,
    isKept: ({ context }) => context.isKept,
  },
  actions: {
    keepExpiry: assign((_, { isKept, since }: Expiry) => ({ isKept, since })),
    tellEnded: emit({ type: 'notice', notice: 'sessionEnded' }),
  },
}).createMachine({
  id: 'session',
  description: 'Renews an expired session once, or ends it.',
  context: { isKept: false, since: 0 },
  initial: 'active',
  on: { 'session.opened': '.active' },
  states: {
    active: {
      description: 'As far as this page knows, requests are answered.',
      on: {
        'access.expired': {
          target: 'refreshing',
          actions: { type: 'keepExpiry', params: ({ event }) => event },
        },
      },
    },
    refreshing: {
      tags: 'busy',
      description: 'Requests that got a 401 wait here together.',
      invoke: {
        id: 'refresh',
        src: 'refresh',
        input: ({ context: { since } }) => ({ since }),
        onDone: [
          {
            guard: { type: 'isRenewed', params: ({ event }) => event.output },
            target: 'active',
          },
          { guard: 'isKept', target: 'lapsed' },
          { target: 'signingOut' },
        ],
        onError: { target: 'lapsed' },
      },
      on: {
        'access.expired': { actions: { type: 'keepExpiry', params: ({ event }) => event } },
      },
    },
    lapsed: {
      description: 'Not renewed, but the page stays; the next 401 tries again.',
      on: {
        'access.expired': {
          target: 'refreshing',
          actions: { type: 'keepExpiry', params: ({ event }) => event },
        },
      },
    },
    signingOut: {
      tags: 'busy',
      invoke: {
        id: 'logout',
        src: 'logout',
        onDone: { target: 'signedOut', actions: 'tellEnded' },
        onError: { target: 'signedOut', actions: 'tellEnded' },
      },
    },
    signedOut: {
      description: 'The visitor is on the way to the login page.',
    },
  },
});
