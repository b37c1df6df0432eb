import { expect, test } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { START_TIME_MS } from '#paths/path-options.ts';
import { checkRules, differs, firstFault, type Rule } from '#tests/support/rules/check-rules.ts';
import {
  answersAreHeard,
  checkSequences,
  delaysIn,
  done,
  failed,
  foldWith,
  isRecent,
  noticesAreShown,
  offeredExactly,
  running,
  startChart,
  startedBy,
} from '#tests/support/rules/probe.ts';

const one = '01956f3a-8c1e-7a42-9d3b-7e5f6a4b2c10';

interface List {
  email: string;
  page: 'loading' | 'unavailable' | 'listed' | 'question' | 'ending' | 'proving';
  sessions: unknown[];
  /** The session that is ended; all others if there is none. */
  id?: string | undefined;
  /** The last login by code on this page, epoch ms. */
  loggedInAt?: number;
  /** What the last event says, and starts. */
  said: string[];
  starts: { id: string; input: unknown }[];
}

const load = (list: List, ...said: string[]): List => ({
  ...list,
  page: 'loading',
  said,
  starts: [{ id: 'fetchSessions', input: undefined }],
});

const end = (list: List): List => ({
  ...list,
  page: 'ending',
  starts: [{ id: 'endSessions', input: { id: list.id } }],
});

const backToList = (list: List, ...said: string[]): List => ({ ...list, page: 'listed', said });

const ended = (list: List, { ok, notice }: { ok: boolean; notice: string }): List => {
  const { id, email, loggedInAt } = list;
  if (ok) return load(list, id === undefined ? 'othersEnded' : 'sessionEnded');
  // A code is asked for, unless one was entered within ten minutes: no page asks in a circle.
  if (notice === 'forbidden' && !isRecent(loggedInAt))
    return { ...list, page: 'proving', starts: [{ id: 'reauthentication', input: { email } }] };
  // What the page shows is no longer so.
  return notice === 'gone' ? load(list, notice) : backToList(list, notice);
};

const afterEvent = (before: List, event: AnyEventObject): List => {
  const list: List = { ...before, said: [], starts: [] };
  const { output } = event;
  switch (`${list.page} ${event.type}`) {
    case 'unavailable list.requested':
      return load(list);
    case 'listed ending.requested':
      return end({ ...list, id: event['id'] });
    case 'listed othersEnding.requested':
      return { ...list, page: 'question', id: undefined };
    case 'question othersEnding.confirmed':
      return end(list);
    case 'question othersEnding.cancelled':
      return backToList(list);
    case `loading ${done('fetchSessions').type}`:
      return { ...list, page: 'listed', sessions: output };
    case `loading ${failed('fetchSessions').type}`:
      return { ...list, page: 'unavailable' };
    case `ending ${done('endSessions').type}`:
      return ended(list, output);
    case `proving ${done('reauthentication').type}`:
      return output.loggedInAt === undefined
        ? backToList(list)
        : end({ ...list, loggedInAt: output.loggedInAt });
    case `ending ${failed('endSessions').type}`:
    case `proving ${failed('reauthentication').type}`:
      return backToList(list, 'unexpected');
    default:
      return list;
  }
};

const listOf = foldWith(
  ({ email }: { email: string }): List =>
    load({ email, page: 'loading', sessions: [], said: [], starts: [] }),
  afterEvent,
);

/** What the page shows, as its view reads it. */
const shown = (snapshot: AnyMachineSnapshot) => {
  const { reauthentication } = snapshot.children;
  const { id } = snapshot.context;
  const isEnding = snapshot.matches('ending');
  return {
    isLoading: snapshot.matches('loading'),
    isUnavailable: snapshot.matches('unavailable'),
    isListed: snapshot.matches('listed'),
    isBusy: snapshot.hasTag('busy'),
    hasError: snapshot.hasTag('error'),
    rowBusy: isEnding ? id : undefined,
    codeInRow: reauthentication ? id : undefined,
    codeForOthers: reauthentication !== undefined && id === undefined,
    question: snapshot.matches('confirmingOthers') || (isEnding && id === undefined),
  };
};

const rules: Record<string, Rule> = {
  'one thing is shown at a time: the list, a session that ends, a question, a code, a failure': (
    { after },
    history,
  ) => {
    const { page, id } = listOf(history);
    return differs('page', shown(after), {
      isLoading: page === 'loading',
      isUnavailable: page === 'unavailable',
      isListed: page === 'listed',
      isBusy: page === 'loading' || page === 'ending',
      hasError: page === 'unavailable',
      rowBusy: page === 'ending' ? id : undefined,
      codeInRow: page === 'proving' ? id : undefined,
      codeForOthers: page === 'proving' && id === undefined,
      question: page === 'question' || (page === 'ending' && id === undefined),
    });
  },

  'the sessions are those of the last answer, also while they are loaded again': (
    { after },
    history,
  ) => {
    const { sessions, email } = listOf(history);
    return firstFault(
      differs('sessions', after.context.sessions, sessions),
      differs('email', after.context.email, email),
    );
  },

  'each press and each answer starts what it must, for the chosen session, and nothing else': (
    last,
    history,
  ) => differs('started', startedBy(last), listOf(history).starts),

  'all other sessions end only after a question': (last, history) => {
    const ends = startedBy(last).find(({ id }) => id === 'endSessions');
    if (!ends || (ends.input as { id?: string }).id !== undefined) return undefined;
    const asked = history.findLast(({ event }) =>
      /ding\.(?:confirmed|requested)$/.test(event.type),
    );
    return differs('asked', asked?.event.type, 'othersEnding.confirmed');
  },

  'what is over runs no longer': ({ after }, history) => {
    const actors: Record<string, string[]> = {
      loading: ['fetchSessions'],
      ending: ['endSessions'],
      proving: ['reauthentication'],
    };
    return differs('running', running(after), actors[listOf(history).page] ?? []);
  },

  'each result is said once, as it is; a cancelled question and a cancelled code need no word': (
    { notices },
    history,
  ) => differs('notices', notices, listOf(history).said),

  'each button works exactly where it is shown': offeredExactly(
    [
      { type: 'list.requested' },
      { type: 'ending.requested', id: one },
      { type: 'othersEnding.requested' },
      { type: 'othersEnding.confirmed' },
      { type: 'othersEnding.cancelled' },
    ],
    ({ type }, history) => {
      const { page } = listOf(history);
      return {
        'list.requested': page === 'unavailable',
        'ending.requested': page === 'listed',
        'othersEnding.requested': page === 'listed',
        'othersEnding.confirmed': page === 'question',
        // What was sent can't be taken back.
        'othersEnding.cancelled': page === 'question',
      }[type];
    },
  ),

  'notices can be shown from the start': noticesAreShown,

  'the list has no end, and nothing happens by itself': ({ after, actions }) =>
    firstFault(
      differs('status', after.status, 'active'),
      differs('delays', delaysIn(after), []),
      differs('actions', actions, []),
    ),

  'a result and a failure are heard': answersAreHeard('session-list'),
};

checkRules('session-list', rules);
checkSequences('session-list', rules, { lengthMax: 5 });

const page = startChart('session-list', { email: 'asha@acme.example' });
const fetched = done('fetchSessions', [
  { id: 'this', isCurrent: true },
  { id: one },
  { id: 'two' },
]);
const endOne = (id: string) => ({ type: 'ending.requested', id });
const endOthers = [{ type: 'othersEnding.requested' }, { type: 'othersEnding.confirmed' }];
const refused = (notice: string) => done('endSessions', { ok: false, notice });

test('each request is for the session that was chosen last', () => {
  const failedOnce = [fetched, endOne('two'), refused('offline')];
  expect(page(...failedOnce, endOne(one)).started).toEqual([
    { id: 'endSessions', input: { id: one } },
  ]);
  expect(page(...failedOnce, ...endOthers).started).toEqual([
    { id: 'endSessions', input: { id: undefined } },
  ]);
});

test.each(['rateLimited', 'offline', 'unexpected'])(
  '%s is said as it is, and both can be tried again',
  (notice) => {
    for (const press of [[endOne(one)], endOthers]) {
      const events = [fetched, ...press, refused(notice)];
      expect(page(...events).notices).toEqual([notice]);
      expect(page(...events).after.context.sessions).toHaveLength(3);
      expect(page(...events, ...press).started).toMatchObject([{ id: 'endSessions' }]);
    }
  },
);

test('a code is asked for again once the login by the first one is not recent', () => {
  for (const press of [[endOne(one)], endOthers]) {
    const again = (ageMs: number) =>
      page(
        fetched,
        ...press,
        refused('forbidden'),
        done('reauthentication', { loggedInAt: START_TIME_MS - ageMs }),
        refused('forbidden'),
      );
    expect(again(RECENT_LOGIN_MS).started).toMatchObject([{ id: 'reauthentication' }]);
    expect(again(RECENT_LOGIN_MS - 1)).toMatchObject({ started: [], notices: ['forbidden'] });
  }
});
