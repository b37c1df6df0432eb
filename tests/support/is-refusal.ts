import type { AnyEventObject } from 'xstate';

/** Whether `otp` ends because the server refuses the address, instead of sending it a code. */
export const isRefusal = (event: AnyEventObject | undefined): boolean =>
  event?.type === 'xstate.done.actor.otp' && !event['output'].verified;
