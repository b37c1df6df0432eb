import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { otpMachine } from '#machines/otp.ts';

/** The status of the otp actor for a form; all `false` without an actor. */
export const useOtpStatus = (otp: ActorRefFrom<typeof otpMachine> | undefined) =>
  useSelector(
    otp,
    (snapshot) => ({
      /** Whether the code fields are shown. */
      hasBoxes: snapshot?.hasTag('codeEntry') ?? false,
      isSending: snapshot?.matches({ open: { delivery: 'sending' } }) ?? false,
      isVerifying: snapshot?.matches({ open: { entry: 'verifying' } }) ?? false,
    }),
    shallowEqual,
  );
