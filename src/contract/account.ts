import { isFilled, isPlainText, isSingleLine } from './text.ts';

/** The name of the first user of a company until that person has typed one. */
export const UNNAMED_USER = 'Admin';

/** The plan of a new company, as calls and the database name it. */
export const FREE_TRIAL = 'free-trial';
/** The slug of a plan, as addresses have it: `quick-start`. Which plans there are is the site's affair. */
export const PLAN_SLUG = /^[a-z][a-z0-9-]{0,39}$/;
/** Characters in the text about a company. */
export const ABOUT_LENGTH_MAX = 5000;

/** Whether a text about the company is valid; it may be empty. */
export const isAboutText = (text: string): boolean =>
  text.length <= ABOUT_LENGTH_MAX && isPlainText(text);

/** Characters in the name of a person or a company. */
export const NAME_LENGTH_MAX = 200;

/** Whether the name of a person or a company can be stored: not blank, one line, at most `NAME_LENGTH_MAX`. */
export const isName = (name: string): boolean =>
  isFilled(name) && name.length <= NAME_LENGTH_MAX && isSingleLine(name);

/** Whether a display name is valid; it may be empty. */
export const isDisplayName = (text: string): boolean =>
  text.length <= NAME_LENGTH_MAX && isSingleLine(text);

/** URL path of the script of the application page's account settings. The build emits it under this name. */
export const ACCOUNT_SCRIPT_PATH = '/account.js';

/** Id of the element in which that script renders the passkeys. It has the user's address. */
export const PASSKEYS_ID = 'passkeys';

/** Id of the element in which that script renders the live sessions. */
export const SESSIONS_ID = 'sessions';
