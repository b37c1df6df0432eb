import { assign, type PromiseActorLogic, setup } from 'xstate';
import { canonicalEmail, isEmail } from '#contract/email.ts';

/** The result of a request for a link; not `ok` when those of the day are used up. */
export interface SendLinkResult {
  ok: boolean;
}

/** The result of a link's use; not `ok` when it has expired. */
export interface KnowBrowserResult {
  ok: boolean;
}

/**
 * Makes a browser known to an account by a mailed link, which strangers cannot use up. `token`: the visitor has
 * opened such a link.
 */
export const browserLinkMachine = setup({
  types: {
    input: {} as { token: string | undefined },
    context: {} as { token: string; email: string },
    events: {} as { type: 'link.requested'; email: string } | { type: 'recognition.repeated' },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    sendLink: PromiseActorLogic<SendLinkResult, { email: string }>;
    knowBrowser: PromiseActorLogic<KnowBrowserResult, { token: string }>;
  },
  guards: {
    hasToken: ({ context }) => context.token !== '',
    canSend: (_, { email }: { email: string }) => isEmail(email),
    isSent: (_, result: SendLinkResult) => result.ok,
    isKnown: (_, result: KnowBrowserResult) => result.ok,
  },
  actions: {
    setEmail: assign({ email: (_, { email }: { email: string }) => email }),
    /** Removes the token from the address bar. */
    removeToken: () => {},
  },
}).createMachine({
  id: 'browserLink',
  description: 'Makes a browser known to an account by a mailed link.',
  context: ({ input: { token = '' } }) => ({ token, email: '' }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'hasToken', target: 'recognizing', actions: 'removeToken' },
        { target: 'offering' },
      ],
    },
    recognizing: {
      tags: 'busy',
      invoke: {
        id: 'knowBrowser',
        src: 'knowBrowser',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          {
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'recognized',
          },
          { target: 'offering.expired' },
        ],
        onError: 'unreached',
      },
    },
    unreached: {
      tags: 'error',
      description: 'The link was not judged. It may be used again.',
      on: { 'recognition.repeated': 'recognizing' },
    },
    recognized: { type: 'final', description: 'The visitor logs in as usual.' },
    offering: {
      description: 'The link goes to the address that is typed in the form.',
      initial: 'neutral',
      states: {
        neutral: {},
        missing: { tags: 'error', description: 'There is no valid address. Nothing was sent.' },
        sent: { description: 'Whether or not the address has an account.' },
        used: { description: 'The links of the day are in the mailbox.' },
        failed: { tags: 'error' },
        expired: { tags: 'error', description: 'The opened link has expired.' },
      },
      on: {
        'link.requested': [
          {
            guard: { type: 'canSend', params: ({ event }) => event },
            target: 'sending',
            actions: { type: 'setEmail', params: ({ event }) => event },
          },
          { target: '.missing' },
        ],
      },
    },
    sending: {
      tags: 'busy',
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context }) => ({ email: canonicalEmail(context.email) }),
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => event.output },
            target: 'offering.sent',
          },
          { target: 'offering.used' },
        ],
        onError: 'offering.failed',
      },
    },
  },
});
