import type {
  PasskeyLoginOptionsResponse,
  PasskeyRegisteredResponse,
  PasskeyRegistrationOptionsResponse,
} from '#contract/passkey.ts';
import { paths } from '#contract/paths.ts';
import type { LoginResponse } from '#contract/responses.ts';
import type { PasskeyLogin, RegisterPasskey } from '#contract/schemas.ts';
import type { LogInByPasskeyResult, PasskeyNotice } from '#machines/passkey.ts';
import type {
  CreatePasskeyResult,
  PasskeyRegistrationNotice,
} from '#machines/passkey-registration.ts';
import { callApi, callAuthenticated } from '../client.ts';
import { logInWithLock } from '../renewal-lock.ts';
import { type Noticed, type NoticeTable, toNoticed } from './noticed.ts';
import { toSignedIn } from './signed-in.ts';

const loginNotices: NoticeTable<PasskeyNotice> = {
  passkey_invalid: 'passkeyUnknown',
  too_many_requests: 'passkeyRateLimited',
  network: 'offline',
};

const registrationNotices: NoticeTable<PasskeyRegistrationNotice> = {
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
  Noticed<PasskeyLoginOptionsResponse, PasskeyNotice>
> =>
  toNoticed(
    await callApi<PasskeyLoginOptionsResponse>({ method: 'POST', path: paths.passkeyLoginOptions }),
    loginNotices,
  );

/** Logs in with what an authenticator has signed. */
export const logInByPasskey = async (body: PasskeyLogin): Promise<LogInByPasskeyResult> => {
  const result = await logInWithLock(() =>
    callApi<LoginResponse>({ method: 'POST', path: paths.passkeyLogin, body }),
  );
  const noticed = toNoticed(result, loginNotices);
  return noticed.ok ? { ok: true, signedIn: toSignedIn(noticed.value) } : noticed;
};

/** The options of a registration, with a new challenge and the user's passkeys. */
export const fetchRegistrationOptions = async (): Promise<
  Noticed<PasskeyRegistrationOptionsResponse, PasskeyRegistrationNotice>
> =>
  toNoticed(
    await callAuthenticated<PasskeyRegistrationOptionsResponse>(
      { method: 'POST', path: paths.passkeyRegistrationOptions },
      { staysOnPage: true },
    ),
    registrationNotices,
  );

/** Stores a new passkey. */
export const registerPasskey = async (body: RegisterPasskey): Promise<CreatePasskeyResult> => {
  const result = await callAuthenticated<PasskeyRegisteredResponse>(
    { method: 'POST', path: paths.registerPasskey, body },
    { staysOnPage: true },
  );
  const noticed = toNoticed(result, registrationNotices);
  return noticed.ok ? { ok: true, passkey: noticed.value.passkey } : noticed;
};
