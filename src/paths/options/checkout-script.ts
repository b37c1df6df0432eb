import type { EdgePathOptions } from '#paths/path-options.ts';

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ isWanted: true }, { isWanted: false }],
  events: [
    { type: 'xstate.done.actor.loadScript', output: { ok: true } },
    { type: 'xstate.done.actor.loadScript', output: { ok: false, notice: 'scriptNotLoaded' } },
    { type: 'xstate.done.actor.loadScript', output: { ok: false, notice: 'notReady' } },
    { type: 'xstate.error.actor.loadScript' },
  ],
};
