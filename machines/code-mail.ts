import { assign, type CallbackActorLogic, type EventObject, setup } from 'xstate';

/** Follows the mail with a sign-up code, from the request on. */
export const codeMailMachine = setup({
  types: {
    input: {} as { email: string },
    context: {} as { email: string; retryAfterS: number },
    events: {} as
      | { type: 'mail.trying' | 'mail.sent' | 'mail.refused' | 'mail.bounced' | 'mail.unknown' }
      /** The code has expired, and the mail was not handed over before. */
      | { type: 'mail.expired' }
      /** `retryAfterS`: seconds until the next try. */
      | { type: 'mail.postponed'; retryAfterS: number },
    tags: {} as 'lost',
  },
  actors: {} as {
    /** Asks the server again and again while the code is valid, and sends what it says. */
    watchMail: CallbackActorLogic<EventObject, { email: string }>;
  },
  actions: {
    setRetryAfter: assign({
      retryAfterS: (_, { retryAfterS }: { retryAfterS: number }) => retryAfterS,
    }),
  },
}).createMachine({
  id: 'codeMail',
  description: 'Follows the mail with a code, and says why it does not come.',
  context: ({ input: { email } }) => ({ email, retryAfterS: 0 }),
  invoke: {
    id: 'watchMail',
    src: 'watchMail',
    input: ({ context: { email } }) => ({ email }),
    onError: '.unknown',
  },
  initial: 'unknown',
  states: {
    unknown: {
      description:
        'Nothing is known yet or any more: no answer, or a question of another browser or session since.',
    },
    waiting: {
      description: 'It is not handed over yet.',
      initial: 'trying',
      states: {
        trying: {},
        postponed: { description: 'The mail server put it back for a time.' },
      },
      on: { 'mail.unknown': 'unknown', 'mail.expired': 'undelivered' },
    },
    sent: { description: 'The mail server has taken it.' },
    refused: { tags: 'lost', description: 'The mail server refuses it for good.' },
    bounced: { tags: 'lost', description: 'Mail to the address came back before.' },
    undelivered: { tags: 'lost', description: 'Its code ended before it could be handed over.' },
  },
  on: {
    'mail.trying': '.waiting.trying',
    'mail.postponed': {
      target: '.waiting.postponed',
      actions: { type: 'setRetryAfter', params: ({ event }) => event },
    },
    'mail.sent': '.sent',
    'mail.refused': '.refused',
    'mail.bounced': '.bounced',
  },
});
