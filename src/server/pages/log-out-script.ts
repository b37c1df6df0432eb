import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { paths } from '#contract/paths.ts';
import { storageKeys } from '#contract/storage-keys.ts';

/** Where the application page finds its only script; the CSP allows none inline. */
export const LOG_OUT_SCRIPT_PATH = '/app/log-out.js';

/**
 * Logs out with the XSRF header, which a form can't send, forgets what a sign-up left in this browser
 * (its ticket ends with the session), and leaves for the login page.
 */
export const LOG_OUT_SCRIPT = `// Beside ${cookieNames.xsrf}, a fresh value: the page may have lain open for long.
const button = document.getElementById('log-out');
const status = document.getElementById('log-out-status');
const setBusy = (isBusy) => {
  for (const name of ['aria-busy', 'aria-disabled'])
    if (isBusy) button.setAttribute(name, 'true');
    else button.removeAttribute(name);
};
const logOut = async () => {
  const { token } = await (await fetch('${paths.xsrf}')).json();
  return fetch('${paths.logout}', { method: 'POST', headers: { '${XSRF_HEADER}': token } });
};
button.addEventListener('click', async () => {
  if (button.hasAttribute('aria-busy')) return;
  setBusy(true);
  status.textContent = 'Logging out …';
  try {
    let answer = await logOut();
    // Between the two calls another tab has logged out, which renews the value.
    if (answer.status === 403) answer = await logOut();
    if (!answer.ok) throw new Error();
    try {
      localStorage.removeItem('${storageKeys.signUpDraft}');
    } catch {}
    location.assign('/#/login');
  } catch {
    setBusy(false);
    status.textContent = 'Logging out did not work. Please try again.';
  }
});
`;
