import type { AnyEventObject } from 'xstate';

/** Whether `otp` ended because the server refuses the address instead of mailing a code. */
export const isAddressRefused = (event: AnyEventObject | undefined): boolean =>
  event?.type === 'xstate.done.actor.otp' && !event['output'].verified;
