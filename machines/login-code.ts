import { assign, forwardTo, sendTo, setup } from 'xstate';
import { canonicalEmail } from '#contract/email.ts';
import type { SignedIn } from '#contract/session.ts';
import { isFilled } from '#contract/text.ts';
import type { CodeEvent, otpMachine, VerifyCodeResult } from './otp.ts';

/** Logs in with a one-time code. `resendAt` (epoch ms): set if a code was sent before a reload. */
export const loginCodeMachine = setup({
  types: {
    input: {} as { email: string; resendAt?: number | undefined },
    context: {} as { email: string; resendAt?: number | undefined; signedIn?: SignedIn },
    events: {} as CodeEvent | { type: 'email.changed'; email: string },
    output: {} as { signedIn?: SignedIn },
    children: {} as { otp: 'otp' },
  },
  actors: {} as { otp: typeof otpMachine },
  guards: {
    isEmailFilled: ({ context }) => isFilled(context.email),
    isOtherEmail: ({ context }, { email }: { email: string }) =>
      canonicalEmail(email) !== canonicalEmail(context.email),
    isVerified: (_, { verified }: { verified?: VerifyCodeResult }) => verified?.ok === true,
  },
  actions: {
    setEmail: assign({ email: (_, { email }: { email: string }) => email }),
    setSignedIn: assign((_, { verified }: { verified?: VerifyCodeResult }) =>
      verified?.ok && verified.signedIn ? { signedIn: verified.signedIn } : {},
    ),
    clearResendAt: assign({ resendAt: undefined }),
    /** Removes the stored pause, so that a reload sends a new code. */
    clearPause: () => {},
    forwardToOtp: forwardTo('otp'),
    notify: sendTo(
      ({ system }) => system.get('notifier'),
      (_, notice: 'emailMissing' | 'unexpected') => ({ type: 'notice' as const, notice }),
    ),
  },
}).createMachine({
  id: 'loginCode',
  description: 'Logs in with a one-time code.',
  context: ({ input: { email, resendAt } }) => ({ email, resendAt }),
  output: ({ context: { signedIn } }) => (signedIn ? { signedIn } : {}),
  initial: 'verifyingEmail',
  on: { 'email.changed': { actions: { type: 'setEmail', params: ({ event }) => event } } },
  states: {
    verifyingEmail: {
      exit: ['clearResendAt', 'clearPause'],
      invoke: {
        id: 'otp',
        src: 'otp',
        input: ({ context }) => ({
          email: canonicalEmail(context.email),
          isAutoSubmit: false,
          resendAt: context.resendAt,
        }),
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => event.output },
            target: 'verified',
            actions: { type: 'setSignedIn', params: ({ event }) => event.output },
          },
          { target: 'enteringEmail' },
        ],
        onError: { target: 'enteringEmail', actions: { type: 'notify', params: 'unexpected' } },
      },
      on: {
        'code.requested': { actions: 'forwardToOtp' },
        'code.changed': { actions: 'forwardToOtp' },
        'code.submitted': { actions: 'forwardToOtp' },
        'resend.requested': { actions: 'forwardToOtp' },
        'email.changed': {
          guard: { type: 'isOtherEmail', params: ({ event }) => event },
          target: 'enteringEmail',
          actions: { type: 'setEmail', params: ({ event }) => event },
        },
      },
    },
    enteringEmail: {
      on: {
        'code.requested': [
          { guard: 'isEmailFilled', target: 'verifyingEmail' },
          { actions: { type: 'notify', params: 'emailMissing' } },
        ],
      },
    },
    verified: { type: 'final' },
  },
});
