import type { EdgePathOptions } from '#tests/support/edge-paths.ts';

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [{ isWanted: true }, { isWanted: false }],
  events: [
    { type: 'payment.requested', payment: { name: 'Sitara', description: 'Starter' } },
    { type: 'xstate.done.actor.loadScript', output: { ok: true } },
    { type: 'xstate.done.actor.loadScript', output: { ok: false, notice: 'scriptNotLoaded' } },
    { type: 'xstate.error.actor.loadScript' },
    { type: 'xstate.done.actor.openPayment' },
    { type: 'xstate.error.actor.openPayment' },
  ],
};
