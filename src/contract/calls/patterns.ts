import { WEBSITE_LENGTH_MAX } from '#contract/company.ts';
import { FREE_MAIL_HOSTS, FREE_MAIL_WORDS } from '#contract/email.ts';
import { DECEPTIVE_CHARACTERS } from '#contract/passkey.ts';

/*
 * The rules of the contract as regular expressions for the description of the API. They are written in
 * the part of the syntax that ECMAScript, Python, Go and Rust share as far as possible, without flags.
 * tests/contract/patterns.test.ts compares them with the rules.
 */

/** Control characters and line separators, inside of a character class. */
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';

/** `isSingleLine`. */
export const SINGLE_LINE = `^[^${CONTROLS}]*$`;

/** `isSingleLine` and `isFilled`: `\ufeff` is white space in JavaScript only. */
export const FILLED_LINE = `^[^${CONTROLS}]*[^\\s\\ufeff${CONTROLS}][^${CONTROLS}]*$`;

const UNNAMED = `${CONTROLS}${DECEPTIVE_CHARACTERS}`;

/** `isPasskeyName`. */
export const PASSKEY_NAME = `^[^${UNNAMED}]*[^\\s\\u200c\\u200d\\ufe00-\\ufe0f${UNNAMED}][^${UNNAMED}]*$`;

/** `isPlainText`. */
export const PLAIN_TEXT = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';

const ignoreCase = (text: string): string =>
  text.replace(/[.]/g, '\\.').replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

const anyOf = (texts: readonly string[]): string => `(?:${texts.map(ignoreCase).join('|')})`;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_{|}~-]+";
// Punycode is left out: not every label that begins with xn-- is a name.
const LABEL = '(?![Xx][Nn]--)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const ADDRESS = `(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,63}`;

/** `isEmail`, for addresses in ASCII. */
export const EMAIL = `^${ADDRESS}$`;

/** `isWorkEmail`, for addresses in ASCII. */
export const WORK_EMAIL = `^(?![^@]*@(?:[^@]*\\.)?${anyOf(FREE_MAIL_HOSTS)}$)${ADDRESS}$`;

/** `isCampaignEmail`, for addresses in ASCII. */
export const CAMPAIGN_EMAIL = `^(?!.*${anyOf(FREE_MAIL_WORDS)})${ADDRESS}$`;

const SCHEME = `${ignoreCase('http')}[Ss]?://`;
const DEFAULT_SCHEME = 'https://';
const HOST_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const TOP_LEVEL = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,59})';
/** The length is that of the address with a scheme. */
const HAS_ROOM_FOR_SCHEME = `(?!.{${WEBSITE_LENGTH_MAX - DEFAULT_SCHEME.length + 1}})`;

/** `isWebsite`, for addresses in ASCII. */
export const WEBSITE = `^(?:${SCHEME}|${HAS_ROOM_FOR_SCHEME})(?:${HOST_LABEL}\\.)+${TOP_LEVEL}(?::[0-9]{1,5})?(?:[/?#][!-~]*)?$`;
