import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { checkRules, differs, firstFault, type Rule } from '#tests/support/rules/check-rules.ts';
import {
  answersAreHeard,
  checkSequences,
  delaysIn,
  done,
  failed,
  foldWith,
  running,
  startChart,
  startedBy,
} from '#tests/support/rules/probe.ts';

const expired = (staysOnPage: boolean, since = 1) => ({
  type: 'access.expired',
  staysOnPage,
  since,
});
const opened = { type: 'session.opened' };
const refreshed = (isRenewed: boolean) => done('refresh', { isRenewed });
const loggedOut = (isReplaced: boolean) => done('logout', { isReplaced });

interface Page {
  /** What the rejected requests wait for; `lost`: they failed, and the visitor is still on the page. */
  session: 'live' | 'renewing' | 'loggingOut' | 'lost' | 'ended';
  /** The rejected requests that wait, oldest first. */
  waiting: { staysOnPage: boolean; since: number }[];
}

/** Whether the visitor stays although the renewal failed: no waiting request needs the login page. */
const staysOnPage = ({ waiting }: Page): boolean => waiting.every((one) => one.staysOnPage);

const afterEvent = (page: Page, event: AnyEventObject): Page => {
  const { session, waiting } = page;
  const { type, output } = event;
  // A login, in whatever way, gives a live session.
  if (type === opened.type) return { session: 'live', waiting: [] };
  if (type === 'access.expired') {
    // The login page opens or is open.
    if (session === 'loggingOut' || session === 'ended') return page;
    const { staysOnPage: stays, since } = event as unknown as Page['waiting'][number];
    return {
      session: 'renewing',
      waiting: [...(session === 'renewing' ? waiting : []), { staysOnPage: stays, since }],
    };
  }
  if (session === 'renewing' && type === refreshed(true).type) {
    if (output.isRenewed) return { session: 'live', waiting: [] };
    return { ...page, session: staysOnPage(page) ? 'lost' : 'loggingOut' };
  }
  // Nobody judged the session: nobody is logged out.
  if (session === 'renewing' && type === failed('refresh').type)
    return { ...page, session: 'lost' };
  if (session === 'loggingOut' && type === loggedOut(true).type)
    return { ...page, session: output.isReplaced ? 'renewing' : 'ended' };
  if (session === 'loggingOut' && type === failed('logout').type)
    return { ...page, session: 'ended' };
  return page;
};

const pageOf = foldWith((): Page => ({ session: 'live', waiting: [] }), afterEvent);

const rules: Record<string, Rule> = {
  'requests are repeated exactly when the session is live': ({ after }, history) =>
    // The view of the client: it waits while busy, and repeats if active.
    differs(
      'live',
      !after.hasTag('busy') && after.matches('active'),
      pageOf(history).session === 'live',
    ),

  'requests wait exactly while a renewal or a logout runs': ({ after }, history) => {
    const { session } = pageOf(history);
    return firstFault(
      differs('waits', after.hasTag('busy'), ['renewing', 'loggingOut'].includes(session)),
      differs(
        'running',
        running(after),
        { renewing: ['refresh'], loggingOut: ['logout'] }[session as string] ?? [],
      ),
    );
  },

  'one renewal serves all requests that wait, and a logout of another session renews once more': (
    last,
    history,
  ) => {
    const { session } = pageOf(history);
    const was = history.length > 1 ? pageOf(history.slice(0, -1)).session : 'live';
    const starts = session !== was ? session : undefined;
    return differs(
      'started',
      startedBy(last).map(({ id }) => id),
      { renewing: ['refresh'], loggingOut: ['logout'] }[starts as string] ?? [],
    );
  },

  'a renewal is for the time at which the rejected request was sent': (last, history) => {
    const renewal = startedBy(last).find(({ id }) => id === 'refresh');
    const since = pageOf(history).waiting.at(-1)?.since;
    return renewal && differs('input', renewal.input, { since });
  },

  'the login page opens once, when the session has ended on a page that needs one': (
    { actions },
    history,
  ) => {
    const isEnded = pageOf(history).session === 'ended';
    const wasEnded = history.length > 1 && pageOf(history.slice(0, -1)).session === 'ended';
    return differs(
      'actions',
      actions.map(({ name }) => name),
      isEnded && !wasEnded ? ['openLogin'] : [],
    );
  },

  'a session that nobody judged is not logged out, and neither is a page that stays open': (
    last,
    history,
  ) => {
    const isUnjudged = last.event.type === failed('refresh').type;
    const isLogout = startedBy(last).some(({ id }) => id === 'logout');
    return isLogout && (isUnjudged || staysOnPage(pageOf(history)))
      ? 'it is logged out'
      : undefined;
  },

  'the next rejected request tries again, on a page that stayed open': ({ after }, history) =>
    ['live', 'lost', 'renewing'].includes(pageOf(history).session) && !after.can(expired(true))
      ? 'it does not'
      : undefined,

  'a rejected request of a page that is being left starts nothing': ({ after }, history) =>
    ['loggingOut', 'ended'].includes(pageOf(history).session) && after.can(expired(false))
      ? 'it does'
      : undefined,

  'a login ends whatever was going on': ({ after }, history) =>
    pageOf(history).session !== 'live' && !after.can(opened) ? 'it does not' : undefined,

  'the session of a page has no end, no delay, and says nothing itself': ({ after, notices }) =>
    firstFault(
      differs('status', after.status, 'active'),
      differs('delays', delaysIn(after), []),
      differs('notices', notices, []),
    ),

  'a result and a failure are heard': answersAreHeard('session'),
};

checkRules('session', rules);
checkSequences('session', rules, { lengthMax: 5 });

const page = startChart('session', undefined);

test.each([
  [true, false],
  [false, true],
])('a request that needs the login page opens it beside one that does not: %s, %s', (one, two) => {
  const { after, started } = page(expired(one, 5), expired(two, 6), refreshed(false));
  expect(started).toEqual([{ id: 'logout', input: undefined }]);
  expect(after.hasTag('busy')).toBe(true);
});

test('each renewal is for the request that caused it, also after a failure and a login', () => {
  for (const before of [
    [],
    [expired(true, 5), refreshed(true)],
    [expired(false, 5), failed('refresh')],
    [expired(true, 5), refreshed(false)],
    [expired(false, 5), refreshed(false), loggedOut(false), opened],
    [expired(false, 5), opened],
  ])
    expect(page(...before, expired(true, 7)).started).toEqual([
      { id: 'refresh', input: { since: 7 } },
    ]);
});

test('the session that another tab has opened meanwhile is renewed, and lost if it ends too', () => {
  const replaced = [expired(false, 5), refreshed(false), loggedOut(true)];
  expect(page(...replaced).started).toEqual([{ id: 'refresh', input: { since: 5 } }]);
  // A login of the other tab between two rejected requests is of no use to the second.
  const twice = [expired(false, 5), expired(false, 6), refreshed(false), loggedOut(true)];
  expect(page(...twice).started).toEqual([{ id: 'refresh', input: { since: 6 } }]);
  expect(page(...replaced, refreshed(true)).after.matches('active')).toBe(true);
  expect(page(...replaced, refreshed(false)).started).toMatchObject([{ id: 'logout' }]);
});
