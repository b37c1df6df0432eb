import { assign, type PromiseActorLogic, setup } from 'xstate';

/**
 * A request that was rejected with 401. `since`: when it was sent (epoch ms); a session that was refreshed
 * later needs no other refresh. `staysOnPage`: the page stays open if the session cannot be refreshed.
 */
interface Expiry {
  staysOnPage: boolean;
  since: number;
}

/**
 * The session of this page. A 401 response sends `access.expired`. One refresh serves all requests
 * that were rejected. If the refresh fails, the visitor is signed out, except in the sign-up wizard
 * (`staysOnPage`), which shows its own error, and except when another tab has logged in meanwhile.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Expiry,
    events: {} as ({ type: 'access.expired' } & Expiry) | { type: 'session.opened' },
    tags: {} as 'busy',
  },
  actors: {} as {
    refresh: PromiseActorLogic<{ isRenewed: boolean }, { since: number }>;
    logout: PromiseActorLogic<{ isReplaced: boolean }, void>;
  },
  guards: {
    isRenewed: (_, { isRenewed }: { isRenewed: boolean }) => isRenewed,
    isReplaced: (_, { isReplaced }: { isReplaced: boolean }) => isReplaced,
    staysOnPage: ({ context }) => context.staysOnPage,
  },
  actions: {
    setExpiry: assign((_, { staysOnPage, since }: Expiry) => ({ staysOnPage, since })),
    /** The page stays open only if every rejected request allows it. */
    addExpiry: assign(({ context }, { staysOnPage, since }: Expiry) => ({
      staysOnPage: context.staysOnPage && staysOnPage,
      since,
    })),
    /** Opens the login page with the message that the session has ended. */
    openLogin: () => {},
  },
}).createMachine({
  id: 'session',
  description: 'Refreshes an expired session, or signs the visitor out.',
  context: { staysOnPage: false, since: 0 },
  initial: 'active',
  on: { 'session.opened': '.active' },
  states: {
    active: {
      description: 'No request was rejected since the last refresh.',
      on: {
        'access.expired': {
          target: 'refreshing',
          actions: { type: 'setExpiry', params: ({ event }) => event },
        },
      },
    },
    refreshing: {
      tags: 'busy',
      description: 'All requests that were rejected with 401 wait for this refresh.',
      invoke: {
        id: 'refresh',
        src: 'refresh',
        input: ({ context: { since } }) => ({ since }),
        onDone: [
          {
            guard: { type: 'isRenewed', params: ({ event }) => event.output },
            target: 'active',
          },
          { guard: 'staysOnPage', target: 'expired' },
          { target: 'signingOut' },
        ],
        onError: { target: 'expired' },
      },
      on: {
        'access.expired': { actions: { type: 'addExpiry', params: ({ event }) => event } },
      },
    },
    expired: {
      description: 'The refresh failed and the page stays open. The next 401 retries.',
      on: {
        'access.expired': {
          target: 'refreshing',
          actions: { type: 'setExpiry', params: ({ event }) => event },
        },
      },
    },
    signingOut: {
      tags: 'busy',
      description:
        'Ends the session that failed. If the browser has another one, that is refreshed.',
      invoke: {
        id: 'logout',
        src: 'logout',
        onDone: [
          {
            guard: { type: 'isReplaced', params: ({ event }) => event.output },
            target: 'refreshing',
          },
          { target: 'signedOut', actions: 'openLogin' },
        ],
        onError: { target: 'signedOut', actions: 'openLogin' },
      },
    },
    signedOut: {
      description: 'The browser navigates to the login page.',
    },
  },
});
