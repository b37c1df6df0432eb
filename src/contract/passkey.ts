import { MINUTE_MS } from '#contract/durations.ts';
import { isFilled, isSingleLine } from './text.ts';

/** Lifetime of a challenge: the time between the options of a ceremony and its result. */
export const PASSKEY_CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
/** Characters in the name of a passkey. */
export const PASSKEY_NAME_LENGTH_MAX = 64;

/**
 * Characters that are invisible or reorder the text around them, inside of a character class: two names
 * with them may look the same. Joiners and variation selectors, which Indic scripts and emoji need, are
 * not among them; neither are the tags of flags, which a pattern without flags cannot name.
 */
export const DECEPTIVE_CHARACTERS =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\uffff';

const DECEPTIVE = new RegExp(`[${DECEPTIVE_CHARACTERS}]`);
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;

/** Whether a passkey can have this name: one visible line, at most `PASSKEY_NAME_LENGTH_MAX` characters. */
export const isPasskeyName = (name: string): boolean =>
  isFilled(name.replace(JOINERS, '')) &&
  name.length <= PASSKEY_NAME_LENGTH_MAX &&
  isSingleLine(name) &&
  !DECEPTIVE.test(name);
