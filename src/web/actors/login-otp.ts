import { otpMachine } from '#machines/otp.ts';
import * as calls from '../calls/login.ts';
import { calling } from './calling.ts';
import { opening } from './session.ts';

/** The code of an account that is there already, with its effects: verified, it logs in. */
export const loginOtp = otpMachine.provide({
  actors: {
    sendCode: calling(calls.sendLoginCode),
    verifyCode: calling(opening(calls.verifyLoginCode)),
  },
});
