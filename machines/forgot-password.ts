import { assign, emit, forwardTo, setup } from 'xstate';
import { canonicalEmail, mayReceiveCode } from '#contract/email.ts';
import type { otpMachine, Verified } from './otp.ts';

/**
 * Takes an address, has a code sent and verified by `otp`, and ends with the account to reset.
 * `resendAt` (epoch ms): a code is already on its way (the page was reloaded).
 */
export const forgotPasswordMachine = setup({
  types: {
    input: {} as { email: string; resendAt?: number | undefined },
    context: {} as { email: string; resendAt?: number | undefined; uuid?: string | undefined },
    events: {} as
      | { type: 'email.changed'; email: string }
      | { type: 'code.changed'; code: string }
      | { type: 'code.requested' | 'code.submitted' | 'resend.requested' },
    emitted: {} as { type: 'notice'; notice: 'unexpected' },
    output: {} as { uuid: string },
    children: {} as { otp: 'otp' },
  },
  actors: {} as { otp: typeof otpMachine },
  guards: {
    hasCodeUnderWay: ({ context }) => context.resendAt !== undefined,
    mayReceiveCode: ({ context }) => mayReceiveCode(context.email),
    isOtherEmail: ({ context }, { email }: { email: string }) =>
      canonicalEmail(email) !== canonicalEmail(context.email),
    isVerified: (_, { verified }: { verified?: Verified }) => verified?.ok === true,
  },
  actions: {
    keepEmail: assign({ email: (_, { email }: { email: string }) => email }),
    keepAccount: assign((_, { verified }: { verified?: Verified }) => ({
      uuid: verified?.ok ? verified.signedIn?.uuid : undefined,
    })),
    forgetPause: assign({ resendAt: undefined }),
    passToOtp: forwardTo('otp'),
    tellUnexpected: emit({ type: 'notice', notice: 'unexpected' }),
  },
}).createMachine({
  id: 'forgotPassword',
  description: 'An address proves itself with a code, so that its password can be set anew.',
  context: ({ input: { email, resendAt } }) => ({ email, resendAt }),
  output: ({ context }) => ({ uuid: context.uuid ?? '' }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: 'hasCodeUnderWay', target: 'provingAddress' }, { target: 'enteringEmail' }],
    },
    enteringEmail: {
      on: {
        'email.changed': { actions: { type: 'keepEmail', params: ({ event }) => event } },
        'code.requested': { guard: 'mayReceiveCode', target: 'provingAddress' },
      },
    },
    provingAddress: {
      description: 'The Send OTP button is gone; the boxes are shown.',
      exit: 'forgetPause',
      invoke: {
        id: 'otp',
        src: 'otp',
        input: ({ context: { email, resendAt } }) => ({
          email: canonicalEmail(email),
          isAutomatic: false,
          resendAt,
        }),
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => event.output },
            target: 'proven',
            actions: { type: 'keepAccount', params: ({ event }) => event.output },
          },
          { target: 'enteringEmail' },
        ],
        onError: { target: 'enteringEmail', actions: 'tellUnexpected' },
      },
      on: {
        'code.changed': { actions: 'passToOtp' },
        'code.submitted': { actions: 'passToOtp' },
        'resend.requested': { actions: 'passToOtp' },
        'email.changed': [
          {
            guard: { type: 'isOtherEmail', params: ({ event }) => event },
            target: 'enteringEmail',
            actions: { type: 'keepEmail', params: ({ event }) => event },
          },
          { actions: { type: 'keepEmail', params: ({ event }) => event } },
        ],
      },
    },
    proven: { type: 'final', description: 'On the way to the new password.' },
  },
});
