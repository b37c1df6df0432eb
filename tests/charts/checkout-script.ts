import type { EdgePathOptions } from '#tests/support/edge-paths.ts';

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [{ isWanted: true }, { isWanted: false }],
  events: [
    { type: 'xstate.done.actor.loadScript', output: { ok: true } },
    { type: 'xstate.done.actor.loadScript', output: { ok: false, notice: 'scriptNotLoaded' } },
    { type: 'xstate.done.actor.loadScript', output: { ok: false, notice: 'notReady' } },
    { type: 'xstate.error.actor.loadScript' },
  ],
};
