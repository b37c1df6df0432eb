import { done, type EdgePathOptions, plain, START_TIME_MS } from '../path-options.ts';

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

const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: false };

/** Events and inputs by chart name. */
export const options = {
  session: {
    inputs: [undefined],
    events: [
      { type: 'access.expired', staysOnPage: false, since: START_TIME_MS },
      { type: 'access.expired', staysOnPage: true, since: START_TIME_MS },
      { type: 'session.opened' },
      done('refresh', { isRenewed: true }),
      done('refresh', { isRenewed: false }),
      done('logout', { isReplaced: false }),
      done('logout', { isReplaced: true }),
    ],
  },
  'session-list': {
    inputs: [{ email: 'asha@acme.example' }],
    events: [
      { type: 'list.requested' },
      { type: 'ending.requested', id: session.id },
      ...plain('othersEnding.requested', 'othersEnding.confirmed', 'othersEnding.cancelled'),
      done('fetchSessions', [current, session]),
      done('endSessions', { ok: true }),
      done('endSessions', { ok: false, notice: 'forbidden' }),
      done('endSessions', { ok: false, notice: 'gone' }),
      done('endSessions', { ok: false, notice: 'offline' }),
      done('reauthentication', { loggedInAt: START_TIME_MS }),
      done('reauthentication', {}),
    ],
    // Only a single session can have ended before.
    isPossible: ({ context }, { output }) => output?.notice !== 'gone' || context.id !== undefined,
  },
  reauthentication: {
    inputs: [{ email: 'asha@acme.example' }],
    events: [
      { type: 'reauthentication.cancelled' },
      done('otp', { code: '012345', verified: { ok: true, signedIn } }),
      done('otp', { code: '' }),
    ],
  },
} satisfies Record<string, EdgePathOptions>;
