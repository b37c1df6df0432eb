import { paths } from '#contract/paths.ts';
import type { SessionEntry, SessionsResponse } from '#contract/responses.ts';
import type { EndSessionsResult, SessionListNotice } from '#machines/session-list.ts';
import { type Call, callAuthenticated, unwrap } from '../client.ts';
import { type NoticeTable, toNoticed } from './noticed.ts';

const refusals: NoticeTable<SessionListNotice> = {
  forbidden: 'forbidden',
  not_found: 'gone',
  too_many_requests: 'rateLimited',
  network: 'offline',
};

/** The live sessions of the signed-in user. Throws ApiError without a session. */
export const fetchSessions = async (): Promise<SessionEntry[]> => {
  const result = await callAuthenticated<SessionsResponse>(
    { method: 'GET', path: paths.listSessions },
    { staysOnPage: false },
  );
  return unwrap(result).sessions;
};

/** Ends a session; without an id, every session but the one of this browser. */
export const endSessions = async ({
  id,
}: {
  id?: string | undefined;
}): Promise<EndSessionsResult> => {
  const call: Call = id
    ? { method: 'POST', path: paths.endSession, body: { id } }
    : { method: 'POST', path: paths.endOtherSessions };
  return toNoticed(await callAuthenticated(call, { staysOnPage: false }), refusals);
};
