import type { Passkey, PasskeysResponse } from '#contract/passkey.ts';
import { paths } from '#contract/paths.ts';
import type { PasskeyChangeResult, PasskeyListNotice } from '#machines/passkey-list.ts';
import { callAuthenticated, unwrap } from '../client.ts';
import { type NoticeTable, toNoticed } from './noticed.ts';

const refusals: NoticeTable<PasskeyListNotice> = {
  forbidden: 'forbidden',
  last_way_in: 'lastWayIn',
  not_found: 'gone',
  too_many_requests: 'rateLimited',
  network: 'offline',
};

/**
 * The passkeys of the signed-in user, oldest first. Throws ApiError without a session.
 * @param options.staysOnPage whether the page can do without them
 */
export const fetchPasskeys = async (options: { staysOnPage: boolean }): Promise<Passkey[]> => {
  const result = await callAuthenticated<PasskeysResponse>(
    { method: 'GET', path: paths.listPasskeys },
    options,
  );
  return unwrap(result).passkeys;
};

const change = async (path: string, body: object): Promise<PasskeyChangeResult> => {
  const result = await callAuthenticated({ method: 'POST', path, body }, { staysOnPage: false });
  return toNoticed(result, refusals);
};

/** Gives a passkey another name. */
export const renamePasskey = (body: { id: string; name: string }): Promise<PasskeyChangeResult> =>
  change(paths.renamePasskey, body);

/** Removes a passkey, which can't log in from then on. */
export const removePasskey = (body: { id: string }): Promise<PasskeyChangeResult> =>
  change(paths.removePasskey, body);
