// Parameters of RFC 3492, section 5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;

const ENCODED = /^(?:[a-z0-9-]*-)?[a-z0-9]+$/;
const CODE_POINT_MAX = 0x10ffff;

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
  let [n, delta, bias, handled] = [INITIAL_N, 0, INITIAL_BIAS, basic.length];
  while (handled < points.length) {
    const next = Math.min(...points.filter((point) => point >= n));
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta += 1;
      if (point !== n) continue;
      let rest = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (rest < t) break;
        encoded += toDigit(t + ((rest - t) % (BASE - t)));
        rest = Math.floor((rest - t) / (BASE - t));
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
  if (!ENCODED.test(encoded)) return undefined;
  const end = encoded.lastIndexOf('-');
  const points = Array.from(encoded.slice(0, Math.max(end, 0)), (basic) => basic.charCodeAt(0));
  let [n, position, bias, weight, k, start] = [INITIAL_N, 0, INITIAL_BIAS, 1, BASE, 0];
  let isComplete = true;
  for (const digit of encoded.slice(end + 1)) {
    const [value, t] = [fromDigit(digit), threshold(k, bias)];
    position += value * weight;
    isComplete = value < t;
    weight *= BASE - t;
    k += BASE;
    if (!isComplete) continue;
    const length = points.length + 1;
    bias = adaptBias(position - start, length, start === 0);
    n += Math.floor(position / length);
    if (n > CODE_POINT_MAX) return undefined;
    position %= length;
    points.splice(position, 0, n);
    position += 1;
    [weight, k, start] = [1, BASE, position];
  }
  return isComplete ? String.fromCodePoint(...points) : undefined;
};
