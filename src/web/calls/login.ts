import type {
  CurrentUserAnswer,
  LoginAnswer,
  PasswordUpdatedAnswer,
  UserStatus,
} from '#contract/answers.ts';
import { fillPath, paths } from '#contract/paths.ts';
import type { Login, UpdatePassword } from '#contract/schemas.ts';
import type { SignedIn } from '#contract/signed-in.ts';
import type { LoggedIn } from '#machines/login.ts';
import type { Sent, Verified } from '#machines/otp.ts';
import type { PasswordChanged } from '#machines/reset-password.ts';
import { bodyOf, callOnce, callSignedIn, type Failure } from '../api.ts';
import { warn } from '../log.ts';
import { logInInTurn } from '../renewal-lock.ts';
import { refusalOf, sentOf } from './code.ts';

/** What the server says to a code that it doesn't take, or to an address that has none. */
const REFUSED_CODE: ReadonlySet<Failure['code']> = new Set(['code_invalid', 'request_invalid']);

const signedInOf = ({ ATSEnabled, success: { uuid, status } }: LoginAnswer): SignedIn => ({
  uuid,
  status,
  isAtsEnabled: ATSEnabled,
});

const postLogin = (body: Login) =>
  logInInTurn(() => callOnce<LoginAnswer>({ method: 'POST', path: paths.login, body }));

export const logIn = async (body: { email: string; password: string }): Promise<LoggedIn> => {
  const answer = await postLogin(body);
  if (answer.ok) return { ok: true, signedIn: signedInOf(answer.body) };
  const { code } = answer.failure;
  if (code === 'unauthenticated' || code === 'request_invalid')
    return { ok: false, isClosed: false };
  return code === 'too_many_requests' ? { ok: false, isClosed: true } : bodyOf(answer);
};

export const sendLoginCode = async ({ email }: { email: string }): Promise<Sent> =>
  sentOf(await callOnce({ method: 'POST', path: fillPath(paths.sendLoginCode, email) }));

export const verifyLoginCode = async ({
  email,
  code,
}: {
  email: string;
  code: string;
}): Promise<Verified> => {
  const answer = await postLogin({ email, otp: code });
  if (answer.ok) return { ok: true, signedIn: signedInOf(answer.body) };
  return refusalOf(answer, REFUSED_CODE);
};

export const fetchUser = async (): Promise<{ uuid: string; status: UserStatus }> => {
  const answer = await callSignedIn<CurrentUserAnswer>(
    { method: 'GET', path: paths.currentUser },
    { isKept: false },
  );
  if (!answer.ok) warn('getuser', answer.failure.code);
  return bodyOf(answer).success;
};

export const changePassword = async ({
  uuid,
  password,
}: {
  uuid: string;
  password: string;
}): Promise<PasswordChanged> => {
  const body: UpdatePassword = { uuid, status: 'accepted', password };
  const answer = await callSignedIn<PasswordUpdatedAnswer>(
    { method: 'PATCH', path: paths.updatePassword, body },
    { isKept: false },
  );
  if (answer.ok) return { ok: true, isAtsEnabled: answer.body.ATSEnabled };
  const { code } = answer.failure;
  warn('password-update', code);
  if (code === 'password_refused') return { ok: false, reason: 'refused' };
  return code === 'forbidden' || code === 'unauthenticated'
    ? { ok: false, reason: 'stale' }
    : bodyOf(answer);
};
