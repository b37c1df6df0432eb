import { assign, sendTo, setup } from 'xstate';
import type { otpMachine, VerifyCodeResult } from './otp.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';

/**
 * Logs the user with this address in again, by a code, for a change that needs a recent login. The output
 * has the time of the login (epoch ms), or nothing. The chart that invokes it repeats the change.
 */
export const reauthenticationMachine = setup({
  types: {
    input: {} as { email: string },
    context: {} as { email: string; loggedInAt?: number },
    events: {} as { type: 'reauthentication.cancelled' },
    output: {} as { loggedInAt?: number },
    children: {} as { otp: 'otp' },
  },
  actors: {} as { otp: typeof otpMachine },
  guards: {
    isVerified: (_, { verified }: { verified?: VerifyCodeResult }) => verified?.ok === true,
  },
  actions: {
    setLoggedInAt: assign({ loggedInAt: () => Date.now() }),
    notify: sendTo(notifierOf, toNoticeEvent<'unexpected'>),
  },
}).createMachine({
  id: 'reauthentication',
  description: 'Logs in again by code, for a change that needs a recent login.',
  context: ({ input: { email } }) => ({ email }),
  output: ({ context: { loggedInAt } }) => (loggedInAt === undefined ? {} : { loggedInAt }),
  initial: 'verifyingEmail',
  states: {
    verifyingEmail: {
      invoke: {
        id: 'otp',
        src: 'otp',
        input: ({ context: { email } }) => ({ email, isAutoSubmit: true }),
        onDone: [
          {
            guard: { type: 'isVerified', params: ({ event }) => event.output },
            target: 'verified',
            actions: 'setLoggedInAt',
          },
          { target: 'cancelled' },
        ],
        onError: { target: 'cancelled', actions: { type: 'notify', params: 'unexpected' } },
      },
      on: {
        'reauthentication.cancelled': 'cancelled',
      },
    },
    verified: { type: 'final' },
    cancelled: { type: 'final', description: 'The change is not made.' },
  },
});
