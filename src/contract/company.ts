import { isPlainText } from './text.ts';

/** The plan of a new company, as calls and the database name it. */
export const FREE_TRIAL = 'free-trial';
/** Characters in the text about a company. */
export const ABOUT_LENGTH_MAX = 5000;

/** Whether a text about the company is valid; it may be empty. */
export const isAboutText = (text: string): boolean =>
  text.length <= ABOUT_LENGTH_MAX && isPlainText(text);
