import { assign, type PromiseActorLogic, sendTo, setup, spawnChild } from 'xstate';
import type { SessionEntry } from '#contract/calls/account-entries.ts';
import type { reauthenticationMachine } from './reauthentication.ts';
import { type Notifier, notifierOf, toNoticeEvent } from './rules/notice.ts';
import { isLoginRecent } from './rules/session.ts';

export type SessionListNotice =
  | 'sessionEnded'
  | 'othersEnded'
  | 'gone'
  | 'forbidden'
  | 'rateLimited'
  | 'offline'
  | 'unexpected';

/** The result of ending sessions. A refusal ended none; `notice` says why, `forbidden`: the login is too old. */
export type EndSessionsResult = { ok: true } | { ok: false; notice: SessionListNotice };

const noticeOf = (result: EndSessionsResult): SessionListNotice =>
  result.ok ? 'unexpected' : result.notice;

/** Lists the live sessions of the logged-in user, and ends one, or all but the one of this browser. */
export const sessionListMachine = setup({
  types: {
    input: {} as { email: string },
    context: {} as {
      email: string;
      sessions: SessionEntry[];
      /** The session to end; without one, all others. */
      id?: string | undefined;
      loggedInAt?: number | undefined;
    },
    events: {} as
      | { type: 'list.requested' }
      | { type: 'ending.requested'; id: string }
      | { type: 'othersEnding.requested' | 'othersEnding.confirmed' | 'othersEnding.cancelled' },
    tags: {} as 'busy' | 'error',
    children: {} as { reauthentication: 'reauthentication' },
  },
  actors: {} as {
    fetchSessions: PromiseActorLogic<SessionEntry[], void>;
    endSessions: PromiseActorLogic<EndSessionsResult, { id?: string | undefined }>;
    reauthentication: typeof reauthenticationMachine;
    notifier: Notifier;
  },
  guards: {
    isEnded: (_, result: EndSessionsResult) => result.ok,
    isGone: (_, result: EndSessionsResult) => noticeOf(result) === 'gone',
    needsLogin: ({ context }, result: EndSessionsResult) =>
      noticeOf(result) === 'forbidden' && !isLoginRecent(context.loggedInAt, Date.now()),
    isLoggedIn: (_, { loggedInAt }: { loggedInAt?: number }) => loggedInAt !== undefined,
  },
  actions: {
    setSessions: assign({ sessions: (_, sessions: SessionEntry[]) => sessions }),
    selectSession: assign({ id: (_, { id }: { id: string }) => id }),
    selectOthers: assign({ id: undefined }),
    setLoggedInAt: assign((_, { loggedInAt }: { loggedInAt?: number }) => ({ loggedInAt })),
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(notifierOf, toNoticeEvent<SessionListNotice>),
  },
}).createMachine({
  id: 'sessionList',
  description: 'Lists the live sessions of the logged-in user, and ends them.',
  context: ({ input: { email } }) => ({ email, sessions: [] }),
  entry: 'startNotifier',
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      description: 'Also after a session was ended; the list of before stays visible.',
      invoke: {
        id: 'fetchSessions',
        src: 'fetchSessions',
        onDone: {
          target: 'listed',
          actions: { type: 'setSessions', params: ({ event }) => event.output },
        },
        onError: { target: 'unavailable' },
      },
    },
    unavailable: {
      tags: 'error',
      description: 'The list could not be loaded.',
      on: { 'list.requested': 'loading' },
    },
    listed: {
      on: {
        'ending.requested': {
          target: 'ending',
          actions: { type: 'selectSession', params: ({ event }) => event },
        },
        'othersEnding.requested': { target: 'confirmingOthers', actions: 'selectOthers' },
      },
    },
    confirmingOthers: {
      on: { 'othersEnding.confirmed': 'ending', 'othersEnding.cancelled': 'listed' },
    },
    ending: {
      tags: 'busy',
      invoke: {
        id: 'endSessions',
        src: 'endSessions',
        input: ({ context: { id } }) => ({ id }),
        onDone: [
          {
            guard: { type: 'isEnded', params: ({ event }) => event.output },
            target: 'loading',
            actions: {
              type: 'notify',
              params: ({ context: { id } }) => (id ? 'sessionEnded' : 'othersEnded'),
            },
          },
          {
            guard: { type: 'needsLogin', params: ({ event }) => event.output },
            target: 'reauthenticating',
          },
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: 'loading',
            actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
          },
          {
            target: 'listed',
            actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
          },
        ],
        onError: { target: 'listed', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
    reauthenticating: {
      description: 'After a code the sessions are ended.',
      invoke: {
        id: 'reauthentication',
        src: 'reauthentication',
        input: ({ context: { email } }) => ({ email }),
        onDone: [
          {
            guard: { type: 'isLoggedIn', params: ({ event }) => event.output },
            target: 'ending',
            actions: { type: 'setLoggedInAt', params: ({ event }) => event.output },
          },
          { target: 'listed' },
        ],
        onError: { target: 'listed', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
  },
});
