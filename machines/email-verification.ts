import { and, assign, sendTo, setup, stateIn } from 'xstate';
import { isSameEmail, isWorkEmail } from '#contract/email.ts';
import { isFilled } from '#contract/text.ts';
import type { codeMailMachine } from './code-mail.ts';
import type { otpMachine, VerifyCodeResult } from './otp.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';

/** The input and output of the email-verification chart. Times are epoch ms. */
export interface EmailVerification {
  email: string;
  hasAcceptedTerms: boolean;
  resendAt?: number | undefined;
  ticketEndsAt?: number | undefined;
  /** The name of a company that has an account for the domain of the verified address. */
  existingCompany?: string | undefined;
}

/** Verifies a work email address with a code and records the accepted terms. */
export const emailVerificationMachine = setup({
  types: {
    input: {} as EmailVerification,
    context: {} as EmailVerification & {
      code?: string | undefined;
      /** The address that the server named as registered; the field is empty. */
      registeredEmail?: string | undefined;
    },
    events: {} as
      | { type: 'email.changed'; email: string }
      | { type: 'code.requested' }
      /** From the otp chart. */
      | { type: 'code.sent' }
      | { type: 'terms.accepted' | 'terms.declined' | 'trial.started' },
    output: {} as EmailVerification,
    tags: {} as 'error',
    children: {} as { mail: 'codeMail'; otp: 'otp' },
  },
  actors: {} as { codeMail: typeof codeMailMachine; otp: typeof otpMachine },
  delays: { ticketLife: ({ context }) => Math.max(0, (context.ticketEndsAt ?? 0) - Date.now()) },
  guards: {
    hasTicket: ({ context }) => context.ticketEndsAt !== undefined,
    wasCodeSent: ({ context }) => context.resendAt !== undefined,
    hasAcceptedTerms: ({ context }) => context.hasAcceptedTerms,
    isWorkEmail: ({ context }) => isWorkEmail(context.email),
    isEmailMissing: ({ context }) => !isFilled(context.email),
    isEmailInvalid: ({ context }) => isFilled(context.email) && !isWorkEmail(context.email),
    isOtherEmail: ({ context }, { email }: { email: string }) => !isSameEmail(email, context.email),
    isVerified: (_, { verified }: { verified?: VerifyCodeResult }) => verified?.ok === true,
    isReady: and([
      stateIn({ open: { address: 'verified' } }),
      stateIn({ open: { terms: 'accepted' } }),
    ]),
  },
  actions: {
    setEmail: assign(({ event }) => (event.type === 'email.changed' ? { email: event.email } : {})),
    setRegisteredEmail: assign({ email: '', registeredEmail: ({ context }) => context.email }),
    setTicket: assign((_, { code, verified }: { code: string; verified?: VerifyCodeResult }) => ({
      code,
      ticketEndsAt: verified?.ok ? verified.ticketEndsAt : undefined,
      existingCompany: verified?.ok ? verified.existingCompany : undefined,
      resendAt: undefined,
    })),
    clearTicket: assign({
      code: undefined,
      ticketEndsAt: undefined,
      existingCompany: undefined,
      resendAt: undefined,
    }),
    /** Stores the email address and its ticket for a reload. */
    saveDraft: () => {},
    saveTerms: (_, _hasAcceptedTerms: boolean) => {},
    clearPause: () => {},
    notify: sendTo(notifierOf, toNoticeEvent<'emailMissing' | 'ticketEnded' | 'unexpected'>),
  },
}).createMachine({
  id: 'emailVerification',
  description: 'Verifies a work email address, requires the terms, starts the free trial.',
  context: ({ input: { email, hasAcceptedTerms, resendAt, ticketEndsAt, existingCompany } }) => ({
    email,
    hasAcceptedTerms,
    resendAt,
    ticketEndsAt,
    existingCompany,
  }),
  output: ({ context: { email, ticketEndsAt, existingCompany } }) => ({
    email,
    ticketEndsAt,
    existingCompany,
    hasAcceptedTerms: true,
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        address: {
          initial: 'deciding',
          on: {
            'email.changed': { actions: ['setEmail', 'saveDraft'] },
          },
          states: {
            deciding: {
              always: [
                { guard: 'hasTicket', target: 'verified' },
                { guard: 'wasCodeSent', target: 'verifyingEmail' },
                { target: 'editing' },
              ],
            },
            editing: {
              initial: 'deciding',
              states: {
                deciding: {
                  always: [{ guard: 'isEmailInvalid', target: 'invalid' }, { target: 'neutral' }],
                },
                neutral: {},
                invalid: {
                  description: 'Not a work email address. Shown while the visitor types.',
                },
                missing: {
                  tags: 'error',
                  description: 'A code was requested without an email address.',
                },
                registered: {
                  tags: 'error',
                  description: 'The email address has an account. The field was cleared.',
                },
              },
              on: {
                'email.changed': { target: '.deciding', actions: ['setEmail', 'saveDraft'] },
                'code.requested': [
                  { guard: 'isWorkEmail', target: 'verifyingEmail' },
                  {
                    guard: 'isEmailMissing',
                    target: '.missing',
                    actions: { type: 'notify', params: 'emailMissing' },
                  },
                ],
              },
            },
            verifyingEmail: {
              description:
                'The code fields are shown. A different address cancels the verification.',
              exit: 'clearPause',
              invoke: {
                id: 'otp',
                src: 'otp',
                input: ({ context: { email, resendAt } }) => ({
                  email,
                  isAutoSubmit: true,
                  resendAt,
                }),
                onDone: [
                  {
                    guard: { type: 'isVerified', params: ({ event }) => event.output },
                    target: 'verified',
                    actions: [
                      { type: 'setTicket', params: ({ event }) => event.output },
                      'saveDraft',
                    ],
                  },
                  {
                    target: 'editing.registered',
                    actions: ['setRegisteredEmail', 'clearTicket', 'saveDraft'],
                  },
                ],
                onError: {
                  target: 'editing',
                  actions: ['clearTicket', { type: 'notify', params: 'unexpected' }],
                },
              },
              initial: 'deciding',
              states: {
                deciding: {
                  always: [{ guard: 'wasCodeSent', target: 'followed' }, { target: 'unfollowed' }],
                },
                unfollowed: { on: { 'code.sent': 'followed' } },
                followed: {
                  description: 'What becomes of the mail with the latest code is shown.',
                  invoke: {
                    id: 'mail',
                    src: 'codeMail',
                    input: ({ context: { email } }) => ({ email }),
                    onError: 'unfollowed',
                  },
                  on: { 'code.sent': { target: 'followed', reenter: true } },
                },
              },
              on: {
                'email.changed': {
                  guard: { type: 'isOtherEmail', params: ({ event }) => event },
                  target: 'editing',
                  actions: ['clearTicket', 'setEmail', 'saveDraft'],
                },
              },
            },
            verified: {
              description: 'The code is verified. A different address clears the ticket.',
              after: {
                ticketLife: {
                  target: 'editing',
                  actions: ['clearTicket', 'saveDraft', { type: 'notify', params: 'ticketEnded' }],
                },
              },
              on: {
                'email.changed': {
                  guard: { type: 'isOtherEmail', params: ({ event }) => event },
                  target: 'editing',
                  actions: ['clearTicket', 'setEmail', 'saveDraft'],
                },
              },
            },
          },
        },
        terms: {
          initial: 'deciding',
          states: {
            deciding: {
              always: [{ guard: 'hasAcceptedTerms', target: 'accepted' }, { target: 'declined' }],
            },
            declined: {
              on: {
                'terms.accepted': {
                  target: 'accepted',
                  actions: { type: 'saveTerms', params: true },
                },
              },
            },
            accepted: {
              on: {
                'terms.declined': {
                  target: 'declined',
                  actions: { type: 'saveTerms', params: false },
                },
              },
            },
          },
        },
      },
      on: { 'trial.started': { guard: 'isReady', target: 'started' } },
    },
    started: { type: 'final' },
  },
});
