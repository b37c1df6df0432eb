import { forgotPasswordMachine } from '#machines/forgot-password.ts';
import { emailOf } from '../arrival.ts';
import { following } from './following.ts';
import { goTo } from './go-to.ts';
import { loginOtp } from './login-otp.ts';
import type { Start } from './start.ts';

/** The forgotten password with its effects. */
export const forgotPassword = forgotPasswordMachine.provide({ actors: { otp: loginOtp } });

/** What a forgotten password starts with; its end leads to a new one. */
export const startForgotPassword = (arrival: unknown): Start<typeof forgotPassword> => ({
  input: { email: emailOf(arrival) },
  inspect: following<typeof forgotPassword>(({ uuid }) => goTo('resetPassword', uuid)),
});
