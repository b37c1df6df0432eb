import type { EdgePathOptions } from '#paths/path-options.ts';

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ token: undefined }, { token: 'a token' }],
  events: [
    { type: 'link.requested', email: 'asha@acme.example' },
    { type: 'link.requested', email: '' },
    { type: 'recognition.repeated' },
    { type: 'xstate.done.actor.sendLink', output: { ok: true } },
    { type: 'xstate.done.actor.sendLink', output: { ok: false } },
    { type: 'xstate.error.actor.sendLink' },
    { type: 'xstate.done.actor.knowBrowser', output: { ok: true } },
    { type: 'xstate.done.actor.knowBrowser', output: { ok: false } },
    { type: 'xstate.error.actor.knowBrowser' },
  ],
};
