/** URL path of the script of the application page's account settings. The build emits it under this name. */
export const ACCOUNT_SCRIPT_PATH = '/account.js';

/** Id of the element in which that script renders the passkeys. */
export const PASSKEYS_ID = 'passkeys';
