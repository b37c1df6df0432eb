import { decodePunycode, encodePunycode } from './punycode.ts';

/** A label of a host name in lower-case ASCII (RFC 1123, section 2.1). */
export const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

const PUNYCODE = 'xn--';
/** Label separators of UTS #46 that remain after compatibility normalisation. */
const DOTS = /[.\u3002]/;
/** Letters, marks and digits of any script, and hyphens; at least one of them is not ASCII. */
const UNICODE_LABEL = /^(?!\p{M}|xn--|[\0-\x7f]*$)[\p{L}\p{M}\p{N}-]+$/u;
/** Invisible characters, which UTS #46 treats inconsistently. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Scripts with confusable letters. A label that mixes them may impersonate another domain. */
const LOOK_ALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

/** Whether a label has letters of scripts that look alike. */
export const isMixed = (label: string): boolean =>
  LOOK_ALIKE_SCRIPTS.filter((script) => script.test(label)).length > 1;

/** Letters and Arabic digits of the blocks that are written from right to left. */
const RTL =
  /[\u0590-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const RTL_LABEL =
  /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\p{M}0-9-]+(?<!-\p{M}*)$/u;
const EUROPEAN_DIGIT = /[0-9\u06f0-\u06f9]/;
const ARABIC_DIGIT = /[\u0660-\u0669\u{10d30}-\u{10d39}\u{10d40}-\u{10d49}\u{10e60}-\u{10e7e}]/u;

/** Whether a label stays in one piece in any text (RFC 5893, section 2, rules 1 to 4). */
const isInOneDirection = (label: string): boolean => {
  if (!RTL.test(label.replace(/\p{M}/gu, ''))) return true;
  const european = label.search(EUROPEAN_DIGIT);
  const arabic = label.search(ARABIC_DIGIT);
  return RTL_LABEL.test(label) && european !== 0 && arabic !== 0 && (european < 0 || arabic < 0);
};

/** A domain in the letters to which UTS #46 maps it: in lower case, but Cherokee in upper case. */
const fold = (domain: string): string =>
  domain
    .normalize('NFKD')
    .replace(/[\p{Lu}\u1c80-\u1c88]|\u0345/gu, (letter) => letter.toUpperCase().toLowerCase())
    .replace(/\p{Script=Cherokee}/gu, (letter) => letter.toUpperCase())
    .normalize('NFKC');

const toAsciiLabel = (label: string): string | undefined => {
  if (LABEL.test(label)) return label.startsWith(PUNYCODE) ? checkPunycode(label) : label;
  const isValid =
    UNICODE_LABEL.test(label) &&
    !INVISIBLE.test(label) &&
    !isMixed(label) &&
    isInOneDirection(label);
  return isValid ? PUNYCODE + encodePunycode(label) : undefined;
};

// A label in Punycode is valid if its letters are, and if they have no other Punycode.
const checkPunycode = (label: string): string | undefined => {
  const letters = decodePunycode(label.slice(PUNYCODE.length)) ?? '';
  return toAsciiLabel(fold(letters)) === label ? label : undefined;
};

/**
 * A domain in lower-case ASCII (UTS #46); undefined if it has no such form. The URL parser does not
 * decide: its table is another one in each version of Node, and newer ones accept Punycode unread.
 *
 * @param lengthMax characters of the longest domain that is looked at
 */
export const toAsciiDomain = (domain: string, lengthMax: number): string | undefined => {
  const folded = domain.length > lengthMax ? '' : fold(domain);
  const labels = folded.split(DOTS).map(toAsciiLabel);
  return folded.length > lengthMax || labels.includes(undefined) ? undefined : labels.join('.');
};
