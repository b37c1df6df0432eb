import type { Passkey } from '#contract/calls/account-entries.ts';
import type { PasskeyChangeResult, PasskeyListNotice } from '#machines/passkey-list.ts';
import { callAuthenticated, unwrap } from '../client.ts';
import { type NoticeTable, toValueOrNotice } from './value-or-notice.ts';

const refusals: NoticeTable<'renamePasskey' | 'removePasskey', PasskeyListNotice> = {
  forbidden: 'forbidden',
  last_way_in: 'lastWayIn',
  not_found: 'gone',
  too_many_requests: 'rateLimited',
  network: 'offline',
};

/**
 * The passkeys of the logged-in user, oldest first. Throws ApiError without a session.
 * @param options.staysOnPage whether the page can do without them
 */
export const fetchPasskeys = async (options: { staysOnPage: boolean }): Promise<Passkey[]> =>
  unwrap(await callAuthenticated('listPasskeys', options)).passkeys;

/** Gives a passkey another name. */
export const renamePasskey = async (body: {
  id: string;
  name: string;
}): Promise<PasskeyChangeResult> =>
  toValueOrNotice(
    await callAuthenticated('renamePasskey', { staysOnPage: false }, { body }),
    refusals,
  );

/** Removes a passkey, which can't log in from then on. */
export const removePasskey = async (body: { id: string }): Promise<PasskeyChangeResult> =>
  toValueOrNotice(
    await callAuthenticated('removePasskey', { staysOnPage: false }, { body }),
    refusals,
  );
