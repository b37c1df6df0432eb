import type { SessionEntry } from '#contract/calls/account-entries.ts';
import type { EndSessionsResult, SessionListNotice } from '#machines/session-list.ts';
import { callAuthenticated, unwrap } from '../client.ts';
import { type NoticeTable, toValueOrNotice } from './value-or-notice.ts';

const refusals: NoticeTable<'endSession' | 'endOtherSessions', SessionListNotice> = {
  forbidden: 'forbidden',
  not_found: 'gone',
  too_many_requests: 'rateLimited',
  network: 'offline',
};

/** The live sessions of the logged-in user. Throws ApiError without a session. */
export const fetchSessions = async (): Promise<SessionEntry[]> => {
  return unwrap(await callAuthenticated('listSessions', { staysOnPage: false })).sessions;
};

/** Ends a session; without an id, every session but the one of this browser. */
export const endSessions = async ({
  id,
}: {
  id?: string | undefined;
}): Promise<EndSessionsResult> => {
  const options = { staysOnPage: false };
  return id
    ? toValueOrNotice(await callAuthenticated('endSession', options, { body: { id } }), refusals)
    : toValueOrNotice(await callAuthenticated('endOtherSessions', options), refusals);
};
