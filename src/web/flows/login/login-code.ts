import { loginCodeMachine } from '#machines/login-code.ts';
import type { createCodeDraft } from '../code-draft.ts';
import { createLoginOtp } from './login-otp.ts';

/** The chart of a login by code, with the draft that keeps the pause. */
export const createLoginCode = (draft: ReturnType<typeof createCodeDraft>) =>
  loginCodeMachine.provide({
    actors: { otp: createLoginOtp(draft) },
    actions: { clearPause: () => draft.save({ resendAt: undefined }) },
  });
