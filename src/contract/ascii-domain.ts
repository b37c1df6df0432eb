// Parameters of RFC 3492, section 5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;

const CODE_POINT_MAX = 0x10ffff;
const ENDS_IN_DIGIT = /[a-z0-9]$/;

const adaptBias = (delta: number, length: number, isFirst: boolean): number => {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
};

const threshold = (k: number, bias: number): number => Math.min(Math.max(k - bias, T_MIN), T_MAX);

// a to z, then 0 to 9; of `parseInt` and `toString` it is the other way round.
const toDigit = (value: number): string => ((value + 10) % BASE).toString(BASE);
const fromDigit = (digit: string): number => (Number.parseInt(digit, BASE) + 26) % BASE;

/** The Punycode form of a label (RFC 3492, section 6.3), without the prefix `xn--`. */
export const encodePunycode = (label: string): string => {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < INITIAL_N);
  let encoded = String.fromCharCode(...basic) + (basic.length > 0 ? '-' : '');
  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  let handled = basic.length;
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= n));
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta += 1;
      if (point !== n) continue;
      let rest = delta;
      let k = BASE;
      let t = threshold(k, bias);
      while (rest >= t) {
        encoded += toDigit(t + ((rest - t) % (BASE - t)));
        rest = Math.floor((rest - t) / (BASE - t));
        k += BASE;
        t = threshold(k, bias);
      }
      encoded += toDigit(rest);
      handled += 1;
      bias = adaptBias(delta, handled, handled === basic.length + 1);
      delta = 0;
    }
    delta += 1;
    n += 1;
  }
  return encoded;
};

/** The label of a Punycode form (RFC 3492, section 6.2) in lower case; undefined if it has none. */
export const decodePunycode = (encoded: string): string | undefined => {
  const end = encoded.lastIndexOf('-');
  const points = Array.from(encoded.slice(0, Math.max(end, 0)), (basic) => basic.charCodeAt(0));
  let n = INITIAL_N;
  let position = 0;
  let bias = INITIAL_BIAS;
  let weight = 1;
  let k = 0;
  let start = 0;
  for (const digit of encoded.slice(end + 1)) {
    k += BASE;
    const t = threshold(k, bias);
    const value = fromDigit(digit);
    position += value * weight;
    weight *= BASE - t;
    if (value >= t) continue;
    const length = points.length + 1;
    bias = adaptBias(position - start, length, start === 0);
    n += Math.floor(position / length);
    if (!(n <= CODE_POINT_MAX)) return undefined;
    position %= length;
    points.splice(position, 0, n);
    position += 1;
    start = position;
    weight = 1;
    k = 0;
  }
  const label = String.fromCodePoint(...points);
  // Whatever was incomplete, superfluous or no digit is missing in the label.
  return ENDS_IN_DIGIT.test(encoded) && encodePunycode(label) === encoded ? label : undefined;
};

/** A label of a host name in lower-case ASCII (RFC 1123, section 2.1). */
export const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

const PUNYCODE = 'xn--';
/** Label separators of UTS #46 that remain after compatibility normalisation. */
const DOTS = /[.\u3002]/;
/**
 * Letters that not every engine knows: those since Unicode 15, with the free places around them, and all
 * beyond the first plane but the oldest of the Chinese ones. They are refused everywhere, so that engines
 * agree.
 */
const IN_SOME_VERSIONS =
  /[\u088f-\u0897\u0c5b-\u0c5c\u0cd7-\u0cdc\u1c89-\u1c8f\ua7cb-\ua7f1\u{10000}-\u{1ffff}\u{2a6d7}-\u{10ffff}]|[\u0cf3-\u0cff]|[\u0ece-\u0ecf]|[\u1acf-\u1aff]/u;
/**
 * Letters, marks and digits of any script, and hyphens; at least one of them is not ASCII, and none is
 * invisible, which UTS #46 treats inconsistently.
 */
const UNICODE_LABEL = /^(?!\p{M}|xn--|[\0-\x7f]*$|.*\p{DI})[\p{L}\p{M}\p{N}-]+$/u;
/** Scripts with confusable letters. A label that mixes them may impersonate another domain. */
const LOOK_ALIKE_SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];

/** A letter or an Arabic digit of the blocks that are written from right to left. */
const RTL = /(?!\p{M})[\u0590-\u06ef\u06fa-\u08ff\ufe73]/u;
/** RFC 5893, section 2, rules 1 to 4: no digit at the start, not digits of two directions. */
const RTL_LABEL =
  /^(?![\d\u06f0-\u06f9\u0660-\u0669]|.*[\d\u06f0-\u06f9].*[\u0660-\u0669]|.*[\u0660-\u0669].*[\d\u06f0-\u06f9])[\u0590-\u08ff\ufe73\p{M}\d-]+(?<!-\p{M}*)$/u;

/** A domain in the letters to which UTS #46 maps it: in lower case, but Cherokee in upper case. */
const fold = (domain: string): string =>
  domain
    .normalize('NFKD')
    .replace(/[\p{Lu}\u1c80-\u1c88]|\u0345/gu, (letter) => letter.toUpperCase().toLowerCase())
    .replace(/\p{Script=Cherokee}/gu, (letter) => letter.toUpperCase())
    .normalize('NFKC');

/** Whether a label has letters of scripts that look alike. */
const isMixed = (label: string): boolean =>
  LOOK_ALIKE_SCRIPTS.filter((script) => script.test(label)).length > 1;

/** Whether a label stays in one piece in any text. */
const isInOneDirection = (label: string): boolean => !RTL.test(label) || RTL_LABEL.test(label);

const toAsciiLabel = (label: string): string | undefined => {
  if (LABEL.test(label)) return label.startsWith(PUNYCODE) ? checkPunycode(label) : label;
  const isValid =
    UNICODE_LABEL.test(label) &&
    !IN_SOME_VERSIONS.test(label) &&
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
 * decide: its table is another one in each engine and version, and newer ones accept Punycode unread.
 *
 * @param lengthMax characters of the longest domain that is looked at
 */
export const toAsciiDomain = (domain: string, lengthMax: number): string | undefined => {
  const isKnown = domain.length <= lengthMax && !IN_SOME_VERSIONS.test(domain);
  const folded = isKnown ? fold(domain) : '';
  const labels = folded.split(DOTS).map(toAsciiLabel);
  return folded.length > lengthMax || labels.includes(undefined) ? undefined : labels.join('.');
};
