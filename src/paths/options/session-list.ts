import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';

const session = {
  id: '01956f3a-8c1e-7a42-9d3b-7e5f6a4b2c10',
  browser: 'Firefox on Linux',
  network: '203.0.113.7',
  openedAt: '2026-11-20T09:00:00.000Z',
  renewedAt: '2026-11-21T10:00:00.000Z',
  isCurrent: false,
};
const current = {
  ...session,
  id: '01956f3a-8c1e-7a42-9d3b-7e5f6a4b2c11',
  isCurrent: true,
};

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ email: 'asha@acme.example' }],
  events: [
    { type: 'list.requested' },
    { type: 'ending.requested', id: session.id },
    { type: 'othersEnding.requested' },
    { type: 'othersEnding.confirmed' },
    { type: 'othersEnding.cancelled' },
    { type: 'xstate.done.actor.fetchSessions', output: [current, session] },
    { type: 'xstate.error.actor.fetchSessions' },
    { type: 'xstate.done.actor.endSessions', output: { ok: true } },
    { type: 'xstate.done.actor.endSessions', output: { ok: false, notice: 'forbidden' } },
    { type: 'xstate.done.actor.endSessions', output: { ok: false, notice: 'gone' } },
    { type: 'xstate.done.actor.endSessions', output: { ok: false, notice: 'offline' } },
    { type: 'xstate.error.actor.endSessions' },
    { type: 'xstate.done.actor.reauthentication', output: { loggedInAt: START_TIME_MS } },
    { type: 'xstate.done.actor.reauthentication', output: {} },
    { type: 'xstate.error.actor.reauthentication' },
  ],
  // Only a single session can have ended before.
  isPossible: ({ context }, { output }) => output?.notice !== 'gone' || context.id !== undefined,
};
