import { and, assign, emit, not, type PromiseActorLogic, raise, setup, stateIn } from 'xstate';
import { isCode } from '#contract/code.ts';
import type { SignedIn } from '#contract/signed-in.ts';

/** What the visitor is told about a code; the words are each flow's own. */
export type OtpNotice = 'codeSent' | 'codeNotSent' | 'emailRegistered' | 'unexpected';

/** What the server said to a request for a code. `resendAt` (epoch ms): when the next one may be asked for. */
export type Sent =
  | { ok: true; resendAt: number }
  | { ok: false; resendAt: number; notice: OtpNotice; isRefused: boolean };

/**
 * What the server said to a code. A sign-up code opens a ticket that ends at `ticketEndsAt` (epoch
 * ms), a login code a session. `isClosed`: too many tries, whatever the code, for so many seconds.
 */
export type Verified =
  | { ok: true; ticketEndsAt?: number; signedIn?: SignedIn }
  | { ok: false; isClosed?: false }
  | { ok: false; isClosed: true; retryAfterS: number };

/** What the visitor does to a code; the chart that invokes `otp` passes it on. */
export type CodeEvent =
  | { type: 'code.changed'; code: string }
  | { type: 'code.submitted' | 'resend.requested' };

/**
 * Sends a code, waits out the resend pause, takes six digits and has them verified.
 * `isAutomatic`: the sixth digit submits; otherwise `code.submitted` does.
 * `resendAt`: a code is already on its way (the page was reloaded), so none is sent at the start.
 */
export const otpMachine = setup({
  types: {
    input: {} as { email: string; isAutomatic: boolean; resendAt?: number | undefined },
    context: {} as {
      email: string;
      isAutomatic: boolean;
      isUnderWay: boolean;
      code: string;
      resendAt: number;
      /** Whether a code has left, as far as is known. */
      isSent: boolean;
      /** How long no code is looked at, in seconds; 0 when the last one was. */
      retryAfterS: number;
      verified?: Verified;
    },
    events: {} as CodeEvent | { type: 'sending.ended' },
    emitted: {} as { type: 'notice'; notice: OtpNotice },
    output: {} as { code: string; verified?: Verified },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    sendCode: PromiseActorLogic<Sent, { email: string }>;
    verifyCode: PromiseActorLogic<Verified, { email: string; code: string }>;
  },
  delays: {
    resendPause: ({ context }) => Math.max(0, context.resendAt - Date.now()),
  },
  guards: {
    isUnderWay: ({ context }) => context.isUnderWay,
    hasCode: ({ context }) => context.resendAt > 0,
    isRefused: (_, sent: Sent) => !sent.ok && sent.isRefused,
    isVerified: (_, verified: Verified) => verified.ok,
    isClosed: (_, verified: Verified) => !verified.ok && verified.isClosed === true,
    isReady: stateIn({ open: { delivery: 'ready' } }),
    isEntering: stateIn({ open: { entry: 'entering' } }),
    isSending: stateIn({ open: { delivery: 'sending' } }),
    isComplete: ({ context }) => isCode(context.code),
    isShort: not('isComplete'),
    canVerify: and(['isComplete', not('isSending')]),
    wasCompleted: ({ context }) => context.isAutomatic && isCode(context.code),
    completesItself: ({ context }, { code }: { code: string }) =>
      context.isAutomatic && isCode(code),
  },
  actions: {
    keepCode: assign({ code: (_, { code }: { code: string }) => code }),
    clearCode: assign({ code: '' }),
    keepSent: assign(({ context }, { ok, resendAt }: Sent) => ({
      resendAt,
      isSent: context.isSent || ok,
    })),
    keepWait: assign((_, verified: Verified) =>
      !verified.ok && verified.isClosed ? { retryAfterS: verified.retryAfterS } : {},
    ),
    keepVerified: assign({ verified: (_, verified: Verified) => verified }),
    tellSent: emit((_, sent: Sent) => ({
      type: 'notice' as const,
      notice: sent.ok ? ('codeSent' as const) : sent.notice,
    })),
    endSending: raise({ type: 'sending.ended' }),
    tellNotSent: emit({ type: 'notice', notice: 'codeNotSent' }),
    tellUnexpected: emit({ type: 'notice', notice: 'unexpected' }),
  },
}).createMachine({
  id: 'otp',
  description: 'One address proves itself with a one-time code.',
  context: ({ input }) => ({
    email: input.email,
    isAutomatic: input.isAutomatic,
    isUnderWay: input.resendAt !== undefined,
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
          initial: 'starting',
          states: {
            starting: {
              description: 'A page that was reloaded does not send a second code.',
              always: [{ guard: 'isUnderWay', target: 'cooling' }, { target: 'sending' }],
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
                    actions: { type: 'tellSent', params: ({ event }) => event.output },
                  },
                  {
                    target: 'cooling',
                    actions: [
                      { type: 'keepSent', params: ({ event }) => event.output },
                      { type: 'tellSent', params: ({ event }) => event.output },
                      'endSending',
                    ],
                  },
                ],
                onError: [
                  { guard: 'hasCode', target: 'ready', actions: ['tellNotSent', 'endSending'] },
                  { target: 'unsent', actions: 'tellNotSent' },
                ],
              },
            },
            cooling: {
              description: 'Another code may be asked for once the pause is over.',
              after: { resendPause: 'ready' },
            },
            unsent: {
              description: 'No code was ever on its way; the first one may be asked for again.',
              on: { 'resend.requested': 'sending' },
            },
            ready: {
              description: 'Another code may be asked for.',
              on: { 'resend.requested': { guard: 'isEntering', target: 'sending' } },
            },
          },
        },
        entry: {
          initial: 'entering',
          states: {
            entering: {
              description:
                'While another code is being sent, which replaces this one, none is verified.',
              initial: 'neutral',
              states: {
                neutral: {},
                incomplete: {
                  tags: 'error',
                  description: 'Fewer than six digits were submitted; they stay, nothing was sent.',
                },
                rejected: {
                  tags: 'error',
                  description: 'The boxes are red and empty until the next digit.',
                },
                closed: {
                  description: 'Too many attempts: the digits stay, and waiting helps.',
                },
              },
              on: {
                'code.changed': [
                  {
                    guard: 'isSending',
                    target: '.neutral',
                    actions: { type: 'keepCode', params: ({ event }) => event },
                  },
                  {
                    guard: { type: 'completesItself', params: ({ event }) => event },
                    target: 'verifying',
                    actions: { type: 'keepCode', params: ({ event }) => event },
                  },
                  {
                    target: '.neutral',
                    actions: { type: 'keepCode', params: ({ event }) => event },
                  },
                ],
                'code.submitted': [
                  { guard: 'canVerify', target: 'verifying' },
                  { guard: 'isShort', target: '.incomplete' },
                ],
                'resend.requested': { guard: 'isReady', target: '.neutral', actions: 'clearCode' },
                'sending.ended': { guard: 'wasCompleted', target: 'verifying' },
              },
            },
            verifying: {
              tags: 'busy',
              description: 'One request at a time: further digits are ignored.',
              invoke: {
                id: 'verifyCode',
                src: 'verifyCode',
                input: ({ context }) => ({ email: context.email, code: context.code }),
                onDone: [
                  {
                    guard: { type: 'isVerified', params: ({ event }) => event.output },
                    target: '#otp.verified',
                    actions: { type: 'keepVerified', params: ({ event }) => event.output },
                  },
                  {
                    guard: { type: 'isClosed', params: ({ event }) => event.output },
                    target: 'entering.closed',
                    actions: { type: 'keepWait', params: ({ event }) => event.output },
                  },
                  { target: 'entering.rejected', actions: 'clearCode' },
                ],
                onError: { target: 'entering.neutral', actions: 'tellUnexpected' },
              },
            },
          },
        },
      },
    },
    verified: { type: 'final' },
    refused: {
      type: 'final',
      description: 'No code is sent to this address, for instance because it is registered.',
    },
  },
});
