import { and, assign, emit, forwardTo, setup, stateIn } from 'xstate';
import { canonicalEmail, isWorkEmail } from '#contract/email.ts';
import { isFilled } from '#contract/text.ts';
import type { otpMachine, Verified } from './otp.ts';

/** What a trial starts from and ends with; times are epoch ms. */
export interface Trial {
  email: string;
  hasAcceptedTerms: boolean;
  resendAt?: number | undefined;
  ticketEndsAt?: number | undefined;
}

/** A work address proves itself with a code, the terms are accepted, the trial starts. */
export const trialMachine = setup({
  types: {
    input: {} as Trial,
    context: {} as Trial & { code?: string | undefined },
    events: {} as
      | { type: 'email.changed'; email: string }
      | { type: 'code.changed'; code: string }
      | { type: 'code.requested' | 'code.submitted' | 'resend.requested' }
      | { type: 'terms.accepted' | 'terms.declined' | 'trial.started' },
    emitted: {} as { type: 'notice'; notice: 'emailMissing' | 'ticketEnded' | 'unexpected' },
    output: {} as Trial,
    tags: {} as 'error',
    children: {} as { otp: 'otp' },
  },
  actors: {} as { otp: typeof otpMachine },
  delays: {
    ticketLife: ({ context }) => Math.max(0, (context.ticketEndsAt ?? 0) - Date.now()),
  },
  guards: {
    hasTicket: ({ context }) => context.ticketEndsAt !== undefined,
    hasCodeUnderWay: ({ context }) => context.resendAt !== undefined,
    hasAcceptedTerms: ({ context }) => context.hasAcceptedTerms,
    isWorkEmail: ({ context }) => isWorkEmail(context.email),
    isEmailMissing: ({ context }) => !isFilled(context.email),
    isOtherEmail: ({ context }, { email }: { email: string }) =>
      canonicalEmail(email) !== canonicalEmail(context.email),
    isVerified: (_, { verified }: { verified?: Verified }) => verified?.ok === true,
    isReady: and([
      stateIn({ open: { address: 'verified' } }),
      stateIn({ open: { terms: 'accepted' } }),
    ]),
  },
  actions: {
    keepEmail: assign({ email: (_, { email }: { email: string }) => email }),
    clearEmail: assign({ email: '' }),
    keepTicket: assign((_, { code, verified }: { code: string; verified?: Verified }) => ({
      code,
      ticketEndsAt: verified?.ok ? verified.ticketEndsAt : undefined,
      resendAt: undefined,
    })),
    voidTicket: assign({ code: undefined, ticketEndsAt: undefined, resendAt: undefined }),
    passToOtp: forwardTo('otp'),
    tell: emit((_, notice: 'emailMissing' | 'ticketEnded' | 'unexpected') => ({
      type: 'notice' as const,
      notice,
    })),
  },
}).createMachine({
  id: 'trial',
  description: 'A work address proves itself, the terms are accepted, the trial starts.',
  context: ({ input: { email, hasAcceptedTerms, resendAt, ticketEndsAt } }) => ({
    email,
    hasAcceptedTerms,
    resendAt,
    ticketEndsAt,
  }),
  output: ({ context: { email, ticketEndsAt } }) => ({
    email,
    ticketEndsAt,
    hasAcceptedTerms: true,
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        address: {
          initial: 'resuming',
          states: {
            resuming: {
              always: [
                { guard: 'hasTicket', target: 'verified' },
                { guard: 'hasCodeUnderWay', target: 'proving' },
                { target: 'editing' },
              ],
            },
            editing: {
              initial: 'neutral',
              states: {
                neutral: {},
                missing: { tags: 'error', description: 'A code was asked for without an address.' },
                registered: { tags: 'error', description: 'It has an account; it was cleared.' },
              },
              on: {
                'email.changed': {
                  target: '.neutral',
                  actions: { type: 'keepEmail', params: ({ event }) => event },
                },
                'code.requested': [
                  { guard: 'isWorkEmail', target: 'proving' },
                  {
                    guard: 'isEmailMissing',
                    target: '.missing',
                    actions: { type: 'tell', params: 'emailMissing' },
                  },
                ],
              },
            },
            proving: {
              description: 'The boxes are shown; another address starts over.',
              invoke: {
                id: 'otp',
                src: 'otp',
                input: ({ context: { email, resendAt } }) => ({
                  email: canonicalEmail(email),
                  isAutomatic: true,
                  resendAt,
                }),
                onDone: [
                  {
                    guard: { type: 'isVerified', params: ({ event }) => event.output },
                    target: 'verified',
                    actions: { type: 'keepTicket', params: ({ event }) => event.output },
                  },
                  { target: 'editing.registered', actions: 'clearEmail' },
                ],
                onError: { target: 'editing', actions: { type: 'tell', params: 'unexpected' } },
              },
              on: {
                'email.changed': [
                  {
                    guard: { type: 'isOtherEmail', params: ({ event }) => event },
                    target: 'editing',
                    actions: ['voidTicket', { type: 'keepEmail', params: ({ event }) => event }],
                  },
                  { actions: { type: 'keepEmail', params: ({ event }) => event } },
                ],
                'code.changed': { actions: 'passToOtp' },
                'code.submitted': { actions: 'passToOtp' },
                'resend.requested': { actions: 'passToOtp' },
              },
            },
            verified: {
              description: 'The boxes are green; another address voids it.',
              after: {
                ticketLife: {
                  target: 'editing',
                  actions: ['voidTicket', { type: 'tell', params: 'ticketEnded' }],
                },
              },
              on: {
                'email.changed': [
                  {
                    guard: { type: 'isOtherEmail', params: ({ event }) => event },
                    target: 'editing',
                    actions: ['voidTicket', { type: 'keepEmail', params: ({ event }) => event }],
                  },
                  { actions: { type: 'keepEmail', params: ({ event }) => event } },
                ],
              },
            },
          },
        },
        terms: {
          initial: 'resuming',
          states: {
            resuming: {
              always: [{ guard: 'hasAcceptedTerms', target: 'accepted' }, { target: 'declined' }],
            },
            declined: { on: { 'terms.accepted': 'accepted' } },
            accepted: { on: { 'terms.declined': 'declined' } },
          },
        },
      },
      on: { 'trial.started': { guard: 'isReady', target: 'started' } },
    },
    started: { type: 'final' },
  },
});
