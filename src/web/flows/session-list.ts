import { sessionListMachine } from '#machines/session-list.ts';
import * as calls from '#web/api/calls/session-list.ts';
import { type ActorOptions, fromCall, inspector, notifier } from './actor.ts';
import { reauthentication } from './reauthentication.ts';
import './session.ts';

/** The chart of the session list with its actors. */
export const sessionList = sessionListMachine.provide({
  actors: {
    fetchSessions: fromCall(calls.fetchSessions),
    endSessions: fromCall(calls.endSessions),
    reauthentication,
    notifier,
  },
});

/** Actor options for the page of a user. */
export const sessionListOptions = (email: string): ActorOptions<typeof sessionList> => ({
  input: { email },
  inspect: inspector,
});
