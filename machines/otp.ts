import { and, assign, not, type PromiseActorLogic, raise, sendTo, setup, stateIn } from 'xstate';
import { isCode } from '#contract/code.ts';
import { canonicalEmail } from '#contract/email.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';
import type { SignedIn } from './rules/session.ts';

/** Notices about a code. Each flow maps them to its own texts. */
export type OtpNotice = 'codeSent' | 'codeNotSent' | 'emailRegistered' | 'unexpected';

/**
 * The result of a code request. `resendAt` (epoch ms): when another may be requested. `isPaused`: none was
 * sent, because the one before was sent a moment ago; `isElsewhere`: not by this page, and it may be used up.
 */
export type SendCodeResult =
  | { ok: true; resendAt: number; isPaused?: boolean; isElsewhere?: boolean }
  | { ok: false; resendAt: number; notice: OtpNotice; isRefused: boolean };

/**
 * The result of a verification. A sign-up code creates a ticket until `ticketEndsAt` (epoch ms), a
 * login code a session. `existingCompany`: the name of a company that has an account for the domain of the
 * address. `isRateLimited`: no code is checked for `retryAfterS` seconds.
 */
export type VerifyCodeResult =
  | { ok: true; ticketEndsAt?: number; existingCompany?: string | undefined; signedIn?: SignedIn }
  | { ok: false; isRateLimited?: false }
  | { ok: false; isRateLimited: true; retryAfterS: number };

/** The user events for a code, which the view sends to this chart. */
export type CodeEvent =
  | { type: 'code.changed'; code: string }
  | { type: 'code.requested' | 'code.submitted' | 'resend.requested' };

const noticeOf = (result: SendCodeResult): OtpNotice => (result.ok ? 'codeSent' : result.notice);

/**
 * Sends a code, waits for the resend pause, and verifies six digits. `isAutoSubmit`: the
 * sixth digit submits. `resendAt`: a code was sent before a reload, so none is sent at the start.
 */
export const otpMachine = setup({
  types: {
    input: {} as { email: string; isAutoSubmit: boolean; resendAt?: number | undefined },
    context: {} as {
      email: string;
      isAutoSubmit: boolean;
      isResumed: boolean;
      code: string;
      resendAt: number;
      isSent: boolean;
      retryAfterS: number;
      verified?: VerifyCodeResult;
    },
    events: {} as CodeEvent | { type: 'sending.ended' },
    output: {} as { code: string; verified?: VerifyCodeResult },
    tags: {} as 'busy' | 'error' | 'codeEntry',
  },
  actors: {} as {
    sendCode: PromiseActorLogic<SendCodeResult, { email: string }>;
    verifyCode: PromiseActorLogic<VerifyCodeResult, { email: string; code: string }>;
  },
  delays: { resendPause: ({ context }) => Math.max(0, context.resendAt - Date.now()) },
  guards: {
    isResumed: ({ context }) => context.isResumed,
    isRefused: (_, result: SendCodeResult) => !result.ok && result.isRefused,
    isPaused: (_, result: SendCodeResult) => result.ok && result.isPaused === true,
    wasCodeSent: ({ context }, result: SendCodeResult) => context.isSent || result.ok,
    isVerified: (_, result: VerifyCodeResult) => result.ok,
    isRateLimited: (_, result: VerifyCodeResult) => !result.ok && result.isRateLimited === true,
    isReady: stateIn({ open: { delivery: 'ready' } }),
    isEntering: stateIn({ open: { entry: 'entering' } }),
    isSending: stateIn({ open: { delivery: 'sending' } }),
    isEntryShown: stateIn({ open: { boxes: 'shown' } }),
    isComplete: ({ context }) => isCode(context.code),
    isShort: not('isComplete'),
    canVerify: and(['isComplete', not('isSending')]),
    canAutoSubmit: ({ context }) => context.isAutoSubmit && isCode(context.code),
    completesCode: ({ context }, { code }: { code: string }) =>
      context.isAutoSubmit && isCode(code),
  },
  actions: {
    setCode: assign(({ event }) => (event.type === 'code.changed' ? { code: event.code } : {})),
    clearCode: assign({ code: '' }),
    setResendAt: assign(({ context }, result: SendCodeResult) => ({
      resendAt: result.resendAt,
      isSent: context.isSent || (result.ok && !result.isElsewhere),
    })),
    setRetryAfter: assign((_, result: VerifyCodeResult) =>
      !result.ok && result.isRateLimited ? { retryAfterS: result.retryAfterS } : {},
    ),
    setVerified: assign({ verified: (_, verified: VerifyCodeResult) => verified }),
    /** Stores `resendAt`, so that a reload sends no second code. */
    savePause: () => {},
    /** The sign-up follows the mail. Other flows must not: whether it is sent would reveal accounts. */
    tellSent: () => {},
    endSending: raise({ type: 'sending.ended' }),
    notify: sendTo(notifierOf, toNoticeEvent<OtpNotice>),
  },
}).createMachine({
  id: 'otp',
  description: 'Verifies an email address with a one-time code.',
  context: ({ input }) => ({
    email: canonicalEmail(input.email),
    isAutoSubmit: input.isAutoSubmit,
    isResumed: input.resendAt !== undefined,
    code: '',
    resendAt: input.resendAt ?? 0,
    isSent: input.resendAt !== undefined,
    retryAfterS: 0,
  }),
  output: ({ context: { code, verified } }) => (verified ? { code, verified } : { code }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      states: {
        delivery: {
          initial: 'deciding',
          states: {
            deciding: {
              description: 'After a reload, no second code is sent.',
              always: [{ guard: 'isResumed', target: 'waiting' }, { target: 'sending' }],
            },
            sending: {
              tags: 'busy',
              invoke: {
                id: 'sendCode',
                src: 'sendCode',
                input: ({ context }) => ({ email: context.email }),
                onDone: [
                  {
                    guard: { type: 'isRefused', params: ({ event }) => event.output },
                    target: '#otp.refused',
                    actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
                  },
                  {
                    guard: { type: 'isPaused', params: ({ event }) => event.output },
                    target: 'waiting',
                    actions: [
                      { type: 'setResendAt', params: ({ event }) => event.output },
                      'savePause',
                      'tellSent',
                      'endSending',
                    ],
                  },
                  {
                    guard: { type: 'wasCodeSent', params: ({ event }) => event.output },
                    target: 'waiting',
                    actions: [
                      { type: 'setResendAt', params: ({ event }) => event.output },
                      'savePause',
                      'tellSent',
                      { type: 'notify', params: ({ event }) => noticeOf(event.output) },
                      'endSending',
                    ],
                  },
                  {
                    target: 'waiting',
                    actions: [
                      { type: 'setResendAt', params: ({ event }) => event.output },
                      { type: 'notify', params: ({ event }) => noticeOf(event.output) },
                      'endSending',
                    ],
                  },
                ],
                onError: [
                  {
                    guard: 'isEntryShown',
                    target: 'ready',
                    actions: [{ type: 'notify', params: 'codeNotSent' }, 'endSending'],
                  },
                  { target: 'unsent', actions: { type: 'notify', params: 'codeNotSent' } },
                ],
              },
            },
            waiting: { after: { resendPause: 'ready' } },
            unsent: {
              description: 'The first request failed. It may be repeated.',
              on: { 'code.requested': 'sending' },
            },
            ready: {
              description: 'Another code may be requested.',
              on: { 'resend.requested': { guard: 'isEntering', target: 'sending' } },
            },
          },
        },
        boxes: {
          initial: 'deciding',
          states: {
            deciding: { always: [{ guard: 'isResumed', target: 'shown' }, { target: 'hidden' }] },
            hidden: { on: { 'sending.ended': 'shown' } },
            shown: { tags: 'codeEntry' },
          },
        },
        entry: {
          initial: 'entering',
          states: {
            entering: {
              description: 'No code is verified while a new one is being sent.',
              initial: 'neutral',
              states: {
                neutral: {},
                incomplete: {
                  tags: 'error',
                  description: 'Fewer than six digits. Nothing was sent.',
                },
                rejected: { tags: 'error', description: 'Shows an error until the next digit.' },
                rateLimited: { description: 'Too many attempts. The digits stay for a retry.' },
              },
              on: {
                'code.changed': [
                  { guard: 'isSending', target: '.neutral', actions: 'setCode' },
                  {
                    guard: { type: 'completesCode', params: ({ event }) => event },
                    target: 'verifying',
                    actions: 'setCode',
                  },
                  { target: '.neutral', actions: 'setCode' },
                ],
                'code.submitted': [
                  { guard: 'canVerify', target: 'verifying' },
                  { guard: 'isShort', target: '.incomplete' },
                ],
                'resend.requested': { guard: 'isReady', target: '.neutral', actions: 'clearCode' },
                'sending.ended': { guard: 'canAutoSubmit', target: 'verifying' },
              },
            },
            verifying: {
              tags: 'busy',
              description: 'One request at a time. Further digits are ignored.',
              invoke: {
                id: 'verifyCode',
                src: 'verifyCode',
                input: ({ context }) => ({ email: context.email, code: context.code }),
                onDone: [
                  {
                    guard: { type: 'isVerified', params: ({ event }) => event.output },
                    target: '#otp.verified',
                    actions: { type: 'setVerified', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isRateLimited', params: ({ event }) => event.output },
                    target: 'entering.rateLimited',
                    actions: { type: 'setRetryAfter', params: ({ event }) => event.output },
                  },
                  { target: 'entering.rejected', actions: 'clearCode' },
                ],
                onError: {
                  target: 'entering.neutral',
                  actions: { type: 'notify', params: 'unexpected' },
                },
              },
            },
          },
        },
      },
    },
    verified: { type: 'final' },
    refused: { type: 'final', description: 'The server sends no code to this address.' },
  },
});
