import { otpMachine } from '#machines/otp.ts';
import { reauthenticationMachine } from '#machines/reauthentication.ts';
import { sendLoginCode, verifyLoginCode } from '#web/api/calls/login.ts';
import { fromCall } from './actor.ts';
import { withSession } from './session.ts';

/**
 * The chart of a login before a change, with its actors. The code replaces the session of the browser; a
 * cancelled login's code is entered in the next one, within the pause after it.
 */
export const reauthentication = reauthenticationMachine.provide({
  actors: {
    otp: otpMachine.provide({
      actors: {
        sendCode: fromCall(sendLoginCode),
        verifyCode: fromCall(withSession(verifyLoginCode)),
      },
    }),
  },
});
