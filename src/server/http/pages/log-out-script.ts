import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { paths } from '#contract/paths.ts';
import { storageKeys } from '#contract/storage-keys.ts';

/** URL path of the log-out script. The CSP allows no inline scripts. */
export const LOG_OUT_SCRIPT_PATH = '/app/log-out.js';

/**
 * Log-out script of the application page: sends the XSRF header, which a form cannot, removes the
 * sign-up draft (its ticket is revoked with the session) and opens the login page.
 */
export const LOG_OUT_SCRIPT = `// Fetches a fresh ${cookieNames.xsrf} value: the one from the page load may be stale.
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
    let response = await logOut();
    // Another tab logged out between the two calls, which renewed the value.
    if (response.status === 403) response = await logOut();
    if (!response.ok) throw new Error();
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
