import { createActor, fromPromise, waitFor } from 'xstate';
import { PASSKEYS_ID } from '#contract/account.ts';
import { cookieNames } from '#contract/cookies.ts';
import { LOGIN_ADDRESS, LOGIN_PATH } from '#contract/session.ts';
import { sessionMachine } from '#machines/session.ts';
import { callApi, callOnce, setSessionRenewal, unwrap } from '#web/api/client.ts';
import { renewSessionOnce } from '#web/api/renewal-lock.ts';
import { readCookies } from '#web/platform/cookies.ts';
import { navigate } from '#web/routing/hash-location.ts';
import { fromCall, inspector } from './actor.ts';

/** Whether the browser has a session, according to the cookie that scripts can read. */
export const isSignedIn = (): boolean => readCookies(cookieNames.signedIn).includes('1');

/**
 * Opens the login page, which says that the session has ended. The account page is a document of the
 * server without routes: it is left for the one that has them, with the same navigation state.
 */
const openLogin = (): void => {
  const state = { isSessionEnded: true };
  if (document.getElementById(PASSKEYS_ID) === null) navigate(LOGIN_PATH, { state });
  else {
    history.replaceState(state, '', LOGIN_ADDRESS);
    location.reload();
  }
};

/** The XSRF token of the session that could not be renewed. */
let failedToken: string;

/** The session actor of this page. It handles the 401 responses of authenticated calls. */
const startSession = () =>
  createActor(
    sessionMachine.provide({
      actions: { openLogin },
      actors: {
        refresh: fromCall(({ since }: { since: number }) =>
          renewSessionOnce(since, async () => {
            const result = await callApi('refresh');
            if (result.ok) return { isRenewed: true };
            if (result.failure.code !== 'unauthenticated') unwrap(result);
            failedToken = result.token;
            return { isRenewed: false };
          }),
        ),
        logout: fromPromise(async () => {
          const result = await callOnce('logout', failedToken);
          const isReplaced = !result.ok && result.failure.code === 'xsrf';
          if (!isReplaced) unwrap(result);
          return { isReplaced };
        }),
      },
    }),
    { inspect: inspector },
  ).start();

let session: ReturnType<typeof startSession> | undefined;
// In a task of its own: the evaluation of the scripts of a form is long enough.
setTimeout(() => {
  session ??= startSession();
});

setSessionRenewal(async (expiry) => {
  session ??= startSession();
  session.send({ type: 'access.expired', ...expiry });
  const settled = await waitFor(session, (snapshot) => !snapshot.hasTag('busy'));
  return settled.matches('active');
});

/** Wraps a call that opens a session. A response with `ok: false` opens none. */
export const withSession =
  <Input, Output extends object>(call: (input: Input) => Promise<Output>) =>
  async (input: Input): Promise<Output> => {
    const output = await call(input);
    if (!('ok' in output) || output.ok) session?.send({ type: 'session.opened' });
    return output;
  };
