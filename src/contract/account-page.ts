/** URL path of the script of the application page's account settings. The build emits it under this name. */
export const ACCOUNT_SCRIPT_PATH = '/account.js';

/** Id of the element in which that script renders the passkeys. It has the user's address. */
export const PASSKEYS_ID = 'passkeys';

/** Id of the element in which that script renders the live sessions. */
export const SESSIONS_ID = 'sessions';
