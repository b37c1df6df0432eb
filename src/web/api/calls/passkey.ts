import type { RequestBody, ResponseBody } from '#contract/calls/all-calls.ts';
import type { LogInByPasskeyResult, PasskeyNotice } from '#machines/passkey.ts';
import type {
  CreatePasskeyResult,
  PasskeyRegistrationNotice,
} from '#machines/passkey-registration.ts';
import { callApi, callAuthenticated } from '../client.ts';
import { logInWithLock } from '../renewal-lock.ts';
import { toSignedIn } from './login.ts';
import { type NoticeTable, toValueOrNotice, type ValueOrNotice } from './value-or-notice.ts';

const loginNotices: NoticeTable<'passkeyLoginOptions' | 'passkeyLogin', PasskeyNotice> = {
  passkey_invalid: 'passkeyUnknown',
  too_many_requests: 'passkeyRateLimited',
  network: 'offline',
};

const registrationNotices: NoticeTable<
  'passkeyRegistrationOptions' | 'registerPasskey',
  PasskeyRegistrationNotice
> = {
  // The challenge expired while the browser asked the user.
  passkey_invalid: 'creationCancelled',
  passkey_limit: 'creationFull',
  forbidden: 'forbidden',
  // A new login is what a session that has ended needs as well.
  unauthenticated: 'forbidden',
  too_many_requests: 'creationRateLimited',
  network: 'offline',
};

/** The options of a login ceremony, with a new challenge. */
export const fetchLoginOptions = async (): Promise<
  ValueOrNotice<ResponseBody<'passkeyLoginOptions'>, PasskeyNotice>
> => toValueOrNotice(await callApi('passkeyLoginOptions'), loginNotices);

/** Logs in with what an authenticator has signed. */
export const logInByPasskey = async (
  body: RequestBody<'passkeyLogin'>,
): Promise<LogInByPasskeyResult> => {
  const result = await logInWithLock(() => callApi('passkeyLogin', { body }));
  const outcome = toValueOrNotice(result, loginNotices);
  return outcome.ok ? { ok: true, signedIn: toSignedIn(outcome.value) } : outcome;
};

/** The options of a registration, with a new challenge and the user's passkeys. */
export const fetchRegistrationOptions = async (): Promise<
  ValueOrNotice<ResponseBody<'passkeyRegistrationOptions'>, PasskeyRegistrationNotice>
> =>
  toValueOrNotice(
    await callAuthenticated('passkeyRegistrationOptions', { staysOnPage: true }),
    registrationNotices,
  );

/** Stores a new passkey. */
export const registerPasskey = async (
  body: RequestBody<'registerPasskey'>,
): Promise<CreatePasskeyResult> => {
  const result = await callAuthenticated('registerPasskey', { staysOnPage: true }, { body });
  const outcome = toValueOrNotice(result, registrationNotices);
  return outcome.ok ? { ok: true, passkey: outcome.value.passkey } : outcome;
};
