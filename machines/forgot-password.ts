import { assign, sendTo, setup, spawnChild } from 'xstate';
import { isSameEmail } from '#contract/email.ts';
import type { otpMachine, VerifyCodeResult } from './otp.ts';
import { type Notifier, notifierOf, toNoticeEvent } from './rules/notice.ts';

const accountOf = ({ verified }: { verified?: VerifyCodeResult }) => ({
  uuid: verified?.ok ? verified.signedIn?.uuid : undefined,
});

/**
 * Verifies an email address with the `otp` chart, then opens the page for a new password.
 * `resendAt` (epoch ms): when another code may be requested; set if a code was sent before a reload.
 */
export const forgotPasswordMachine = setup({
  types: {
    input: {} as { email: string; resendAt?: number | undefined },
    context: {} as { email: string; resendAt?: number | undefined },
    events: {} as { type: 'email.changed'; email: string } | { type: 'code.requested' },
    children: {} as { otp: 'otp' },
  },
  actors: {} as { otp: typeof otpMachine; notifier: Notifier },
  guards: {
    wasCodeSent: ({ context }) => context.resendAt !== undefined,
    canRequestCode: ({ context }) => context.email.includes('@'),
    isOtherEmail: ({ context }, { email }: { email: string }) => !isSameEmail(email, context.email),
    isVerified: (_, { verified }: { verified?: VerifyCodeResult }) => verified?.ok === true,
  },
  actions: {
    setEmail: assign({ email: (_, { email }: { email: string }) => email }),
    clearResendAt: assign({ resendAt: undefined }),
    /** Stores the email address for a reload. */
    saveEmail: () => {},
    clearPause: () => {},
    clearDraft: () => {},
    openResetPassword: (_, _account: { uuid: string | undefined }) => {},
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(notifierOf, toNoticeEvent<'unexpected'>),
  },
}).createMachine({
  id: 'forgotPassword',
  description: 'Verifies an email address with a one-time code before a password reset.',
  context: ({ input: { email, resendAt } }) => ({ email, resendAt }),
  entry: 'startNotifier',
  on: {
    'email.changed': {
      actions: [{ type: 'setEmail', params: ({ event }) => event }, 'saveEmail'],
    },
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'wasCodeSent', target: 'verifyingEmail' }, { target: 'enteringEmail' }],
    },
    enteringEmail: {
      on: {
        'code.requested': { guard: 'canRequestCode', target: 'verifyingEmail' },
      },
    },
    verifyingEmail: {
      description: 'The code fields replace the Send OTP button.',
      exit: ['clearResendAt', 'clearPause'],
      invoke: {
        id: 'otp',
        src: 'otp',
        input: ({ context: { email, resendAt } }) => ({
          email,
          isAutoSubmit: false,
          resendAt,
        }),
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => event.output },
            target: 'verified',
            actions: { type: 'openResetPassword', params: ({ event }) => accountOf(event.output) },
          },
          { target: 'enteringEmail' },
        ],
        onError: { target: 'enteringEmail', actions: { type: 'notify', params: 'unexpected' } },
      },
      on: {
        'email.changed': {
          guard: { type: 'isOtherEmail', params: ({ event }) => event },
          target: 'enteringEmail',
          actions: [{ type: 'setEmail', params: ({ event }) => event }, 'saveEmail'],
        },
      },
    },
    verified: {
      type: 'final',
      description: 'Opens the page for a new password.',
      entry: 'clearDraft',
    },
  },
});
