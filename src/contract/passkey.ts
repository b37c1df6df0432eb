import { MINUTE_MS } from '#contract/durations.ts';
import { DECEPTIVE_CHARACTERS, isFilled, isSingleLine } from './text.ts';

/** Lifetime of a challenge: the time between the options of a ceremony and its result. */
export const PASSKEY_CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
/** Characters in the name of a passkey. */
export const PASSKEY_NAME_LENGTH_MAX = 64;

const DECEPTIVE = new RegExp(`[${DECEPTIVE_CHARACTERS}]`);
const JOINERS = /\u200c|\u200d|[\ufe00-\ufe0f]/gu;

/** Whether a passkey can have this name: one visible line, at most `PASSKEY_NAME_LENGTH_MAX` characters. */
export const isPasskeyName = (name: string): boolean =>
  isFilled(name.replace(JOINERS, '')) &&
  name.length <= PASSKEY_NAME_LENGTH_MAX &&
  isSingleLine(name) &&
  !DECEPTIVE.test(name);
