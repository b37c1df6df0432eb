import { PASSKEYS_ID } from '#contract/account-page.ts';
import { LOGIN_ADDRESS, LOGIN_PATH } from '#contract/session.ts';
import { navigate } from './hash-location.ts';

/**
 * Opens the login page, which says that the session has ended. The signed-in page is a document of the
 * server without routes: it is left for the one that has them, with the same navigation state.
 */
export const openLogin = (): void => {
  const state = { isSessionEnded: true };
  if (document.getElementById(PASSKEYS_ID) === null) navigate(LOGIN_PATH, { state });
  else {
    history.replaceState(state, '', LOGIN_ADDRESS);
    location.reload();
  }
};
