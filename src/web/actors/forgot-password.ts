import { storageKeys } from '#contract/storage-keys.ts';
import { forgotPasswordMachine } from '#machines/forgot-password.ts';
import { codeDraft } from '../code-draft.ts';
import { following } from './following.ts';
import { goTo } from './go-to.ts';
import { loginOtp } from './login-otp.ts';
import type { Start } from './start.ts';

/** The forgotten password with its effects. */
export const forgotPassword = forgotPasswordMachine.provide({ actors: { otp: loginOtp } });

/**
 * What a forgotten password starts with: what the tab kept over a reload, else the address that came
 * along. Its end leads to a new one.
 */
export const startForgotPassword = (arrival: unknown): Start<typeof forgotPassword> => {
  const draft = codeDraft(storageKeys.forgotPasswordDraft, arrival);
  return {
    input: draft.read(Date.now()),
    inspect: following<typeof forgotPassword>(
      ({ uuid }) => goTo('resetPassword', uuid),
      (flow) => draft.keep(flow, flow.matches('provingAddress')),
    ),
  };
};
