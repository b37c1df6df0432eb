import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { otpMachine } from '#machines/otp.ts';

/** Whether a code is being checked; without `otp` there is none. */
export const useIsVerifying = (otp: ActorRefFrom<typeof otpMachine> | undefined): boolean =>
  useSelector(otp, (snapshot) => snapshot?.matches({ open: { entry: 'verifying' } }) ?? false);
