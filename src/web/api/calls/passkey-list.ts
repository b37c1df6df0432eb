import type { Passkey, PasskeysResponse } from '#contract/passkey.ts';
import { paths } from '#contract/paths.ts';
import type { PasskeyChangeResult, PasskeyListNotice } from '#machines/passkey-list.ts';
import { callAuthenticated, type Failure, unwrap } from '../client.ts';

const REFUSALS: Partial<Record<Failure['code'], PasskeyListNotice>> = {
  forbidden: 'sessionTooOld',
  last_way_in: 'lastWayIn',
  not_found: 'gone',
  too_many_requests: 'rateLimited',
  network: 'offline',
};

/** The passkeys of the signed-in user, oldest first. Throws ApiError without a session. */
export const fetchPasskeys = async (): Promise<Passkey[]> => {
  const result = await callAuthenticated<PasskeysResponse>(
    { method: 'GET', path: paths.listPasskeys },
    { staysOnPage: false },
  );
  return unwrap(result).passkeys;
};

const change = async (path: string, body: object): Promise<PasskeyChangeResult> => {
  const result = await callAuthenticated({ method: 'POST', path, body }, { staysOnPage: false });
  const notice = result.ok ? undefined : REFUSALS[result.failure.code];
  if (notice) return { ok: false, notice };
  unwrap(result);
  return { ok: true };
};

/** Gives a passkey another name. */
export const renamePasskey = (body: { id: string; name: string }): Promise<PasskeyChangeResult> =>
  change(paths.renamePasskey, body);

/** Removes a passkey, which can't log in from then on. */
export const removePasskey = (body: { id: string }): Promise<PasskeyChangeResult> =>
  change(paths.removePasskey, body);
