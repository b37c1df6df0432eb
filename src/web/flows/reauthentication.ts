import { otpMachine, type SendCodeResult } from '#machines/otp.ts';
import { reauthenticationMachine } from '#machines/reauthentication.ts';
import * as calls from '#web/api/calls/login.ts';
import { fromCall } from './actor.ts';
import { withSession } from './session.ts';

/** The last code that this page has asked for. */
let sent: { email: string; resendAt: number } | undefined;

/** Requests a code, unless one was sent within the resend pause: that one is entered after a cancel. */
const sendCode = async ({ email }: { email: string }): Promise<SendCodeResult> => {
  if (sent?.email === email && sent.resendAt > Date.now())
    return { ok: true, resendAt: sent.resendAt };
  const result = await calls.sendLoginCode({ email });
  if (result.ok) sent = { email, resendAt: result.resendAt };
  return result;
};

const logInAgain: typeof calls.verifyLoginCode = async (input) => {
  const result = await calls.verifyLoginCode(input);
  if (result.ok) sent = undefined;
  return result;
};

/** The chart of a login before a change, with its actors. The code replaces the session of the browser. */
export const reauthentication = reauthenticationMachine.provide({
  actors: {
    otp: otpMachine.provide({
      actors: { sendCode: fromCall(sendCode), verifyCode: fromCall(withSession(logInAgain)) },
    }),
  },
});
