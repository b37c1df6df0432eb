import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { otpMachine } from '#machines/otp.ts';

type OtpRef = ActorRefFrom<typeof otpMachine>;

/**
 * How far the first code has come: not asked for, on its way to be sent, refused by the network or
 * the server (it can be asked for again), or sent, so that the boxes make sense.
 */
export type CodePhase = 'none' | 'sending' | 'unsent' | 'sent';

export const useCodePhase = (otp: OtpRef | undefined): CodePhase =>
  useSelector(otp, (snapshot): CodePhase => {
    if (!snapshot) return 'none';
    if (snapshot.context.resendAt > 0) return 'sent';
    return snapshot.matches({ open: { delivery: 'unsent' } }) ? 'unsent' : 'sending';
  });
