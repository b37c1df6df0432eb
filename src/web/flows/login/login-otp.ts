import { otpMachine } from '#machines/otp.ts';
import * as calls from '#web/api/calls/login.ts';
import type { createCodeDraft } from '../code-draft.ts';
import { fromCall } from '../from-call.ts';
import { withSession } from '../session/session.ts';

/** The otp chart for an existing account. A verified code logs in. */
export const createLoginOtp = (draft: ReturnType<typeof createCodeDraft>) =>
  otpMachine.provide({
    actors: {
      sendCode: fromCall(calls.sendLoginCode),
      verifyCode: fromCall(withSession(calls.verifyLoginCode)),
    },
    actions: { savePause: ({ context: { resendAt } }) => draft.save({ resendAt }) },
  });
