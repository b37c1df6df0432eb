import type { EventFrom } from 'xstate';
import type { doorMachine } from './door.ts';

/** What can happen. Add other payloads; remove what only the chart itself raises. */
const events: EventFrom<typeof doorMachine>[] = [{ type: 'code.entered' }];

/** What its actors can answer. Their failures are added. */
const answers = [
  { type: 'xstate.done.actor.check', output: { isRight: false } },
  { type: 'xstate.done.actor.check', output: { isRight: true } },
];

export const options = { events: [...events, ...answers] };
