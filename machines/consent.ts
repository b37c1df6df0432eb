import { setup } from 'xstate';

/** What a visitor has answered. */
export type ConsentChoice = 'accepted' | 'declined';

/**
 * Asks whether a tag manager may be loaded. The input is the choice that the browser has kept, or that a
 * privacy signal stands for; none asks.
 */
export const consentMachine = setup({
  types: {
    input: {} as { choice: ConsentChoice | undefined },
    context: {} as { choice: ConsentChoice | undefined },
    events: {} as
      | { type: 'consent.accepted' }
      | { type: 'consent.declined' }
      | { type: 'settings.pressed' }
      | { type: 'review.cancelled' }
      | { type: 'choice.changed'; choice: ConsentChoice }
      | { type: 'page.left' },
    tags: {} as 'asked' | 'answered',
  },
  guards: {
    wasAccepted: ({ context }) => context.choice === 'accepted',
    wasDeclined: ({ context }) => context.choice === 'declined',
    isAccepted: (_, { choice }: { choice: ConsentChoice }) => choice === 'accepted',
    isDeclined: (_, { choice }: { choice: ConsentChoice }) => choice === 'declined',
  },
  actions: {
    /** Keeps the choice in the browser, with the version of the text that asked. */
    keepChoice: (_, _choice: ConsentChoice) => {},
    /** Says to the tools of the tag manager that they may store and measure. */
    grantConsent: () => {},
    loadTag: () => {},
    /** Says to the tools that run that they may no longer. */
    denyConsent: () => {},
    removeTagCookies: () => {},
    /** Loads the page again: a script that has run cannot be taken back. */
    reloadPage: () => {},
  },
}).createMachine({
  id: 'consent',
  description: 'Asks whether a tag manager may be loaded.',
  context: ({ input: { choice } }) => ({ choice }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'wasAccepted', target: 'accepted' },
        { guard: 'wasDeclined', target: 'declined' },
        { target: 'asking' },
      ],
    },
    asking: {
      tags: 'asked',
      description: 'Nothing is loaded without an answer.',
      on: {
        'consent.accepted': {
          target: 'accepted.confirmed',
          actions: { type: 'keepChoice', params: 'accepted' },
        },
        'consent.declined': {
          target: 'declined.confirmed',
          actions: { type: 'keepChoice', params: 'declined' },
        },
        'choice.changed': [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event },
            target: 'accepted.confirmed',
          },
          { target: 'declined.confirmed' },
        ],
      },
    },
    accepted: {
      description: 'The tag manager is loaded once.',
      entry: ['grantConsent', 'loadTag'],
      initial: 'closed',
      on: {
        'choice.changed': {
          guard: { type: 'isDeclined', params: ({ event }) => event },
          target: 'withdrawn',
        },
      },
      states: {
        closed: { on: { 'settings.pressed': 'reviewing' } },
        reviewing: {
          tags: 'asked',
          description: 'The choice before stays until there is another one.',
          on: {
            'settings.pressed': 'closed',
            'review.cancelled': 'closed',
            'consent.accepted': 'confirmed',
            'consent.declined': {
              target: '#consent.withdrawn',
              actions: { type: 'keepChoice', params: 'declined' },
            },
          },
        },
        confirmed: {
          tags: 'answered',
          description: 'The bar keeps its place until the next page, so that nothing moves.',
          on: { 'settings.pressed': 'reviewing', 'page.left': 'closed' },
        },
      },
    },
    declined: {
      description: 'By the visitor, or by the privacy signal of the browser.',
      initial: 'closed',
      on: {
        'choice.changed': {
          guard: { type: 'isAccepted', params: ({ event }) => event },
          target: 'accepted',
        },
      },
      states: {
        closed: { on: { 'settings.pressed': 'reviewing' } },
        reviewing: {
          tags: 'asked',
          description: 'The choice before stays until there is another one.',
          on: {
            'settings.pressed': 'closed',
            'review.cancelled': 'closed',
            'consent.accepted': {
              target: '#consent.accepted.confirmed',
              actions: { type: 'keepChoice', params: 'accepted' },
            },
            'consent.declined': {
              target: 'confirmed',
              actions: { type: 'keepChoice', params: 'declined' },
            },
          },
        },
        confirmed: {
          tags: 'answered',
          on: { 'settings.pressed': 'reviewing', 'page.left': 'closed' },
        },
      },
    },
    withdrawn: {
      type: 'final',
      description: 'The page is loaded again, without the tag manager.',
      entry: ['denyConsent', 'removeTagCookies', 'reloadPage'],
    },
  },
});
