import type { RequestBody, ResponseBody } from '#contract/calls/all-calls.ts';
import type { UserStatus } from '#contract/session.ts';
import type { SendCodeResult, VerifyCodeResult } from '#machines/otp.ts';
import type { ChangePasswordResult } from '#machines/reset-password.ts';
import type { LoginResult, SignedIn } from '#machines/rules/session.ts';
import { warn } from '#web/platform/log.ts';
import { callApi, callAuthenticated, type Failure, unwrap } from '../client.ts';
import { logInWithLock } from '../renewal-lock.ts';
import { endPause, requestCode, toVerificationFailure } from './code.ts';

/** The user of a successful login. */
export const toSignedIn = ({
  ATSEnabled,
  success: { uuid, status },
}: ResponseBody<'login'>): SignedIn => ({
  uuid,
  status,
  isAtsEnabled: ATSEnabled,
});

/** Error codes for a wrong code, and for an address without an account. */
const REFUSED_CODE: ReadonlySet<Failure['code']> = new Set(['code_invalid', 'request_invalid']);

const postLogin = (body: RequestBody<'login'>) => logInWithLock(() => callApi('login', { body }));

/** Logs in with a password. `isRateLimited`: too many attempts. */
export const logIn = async (body: { email: string; password: string }): Promise<LoginResult> => {
  const result = await postLogin(body);
  if (result.ok) return { ok: true, signedIn: toSignedIn(result.body) };
  const { code } = result.failure;
  if (code === 'unauthenticated' || code === 'request_invalid')
    return { ok: false, isRateLimited: false };
  return code === 'too_many_requests' ? { ok: false, isRateLimited: true } : unwrap(result);
};

/** Requests a one-time code for a login. */
export const sendLoginCode = ({ email }: { email: string }): Promise<SendCodeResult> =>
  requestCode('sendLoginCode', email);

/** Logs in with a one-time code. */
export const verifyLoginCode = async ({
  email,
  code,
}: {
  email: string;
  code: string;
}): Promise<VerifyCodeResult> => {
  const result = await postLogin({ email, otp: code });
  if (!result.ok) return toVerificationFailure(result, REFUSED_CODE);
  endPause('sendLoginCode', email);
  return { ok: true, signedIn: toSignedIn(result.body) };
};

/** The current user. Throws ApiError without a session. */
export const fetchUser = async (): Promise<{ uuid: string; status: UserStatus; email: string }> => {
  const result = await callAuthenticated('currentUser', { staysOnPage: false });
  if (!result.ok) warn('getuser', result.failure.code);
  return unwrap(result).success;
};

/** Sets a new password. `stale`: the session no longer allows it. `refused`: a common password. */
export const changePassword = async ({
  uuid,
  password,
}: {
  uuid: string;
  password: string;
}): Promise<ChangePasswordResult> => {
  const body: RequestBody<'updatePassword'> = { uuid, status: 'accepted', password };
  const result = await callAuthenticated('updatePassword', { staysOnPage: false }, { body });
  if (result.ok) return { ok: true, isAtsEnabled: result.body.ATSEnabled };
  const { code } = result.failure;
  warn('password-update', code);
  if (code === 'password_refused') return { ok: false, reason: 'refused' };
  return code === 'forbidden' || code === 'unauthenticated'
    ? { ok: false, reason: 'stale' }
    : unwrap(result);
};
