/** Deeper than what a guard looks at; a context may hold anything, a whole page for instance. */
const DEPTH_MAX = 8;
/** Characters of one property after which the rest of it counts as the same. */
const LENGTH_MAX = 20_000;

const isActor = (value: object): value is { src: unknown } =>
  'sessionId' in value && 'getSnapshot' in value;

/**
 * A text that is the same for values that say the same: cycles, functions, dates, maps, sets, files
 * and actors included. Actors and functions count by name: their ids differ from run to run.
 */
export const placeKey = (root: unknown): string => {
  let left = LENGTH_MAX;
  const say = (value: unknown, within: object[]): string => {
    if (left <= 0) return '';
    const text =
      typeof value === 'object' && value !== null ? sayObject(value, within) : sayPlain(value);
    left -= text.length;
    return text;
  };
  const sayPlain = (value: unknown): string => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'function') return `function ${value.name}`;
    return typeof value === 'bigint' ? `${value}n` : String(value);
  };
  const sayAll = (values: Iterable<unknown>, within: object[]): string => {
    const said: string[] = [];
    for (const value of values) {
      if (left <= 0) break;
      said.push(say(value, within));
    }
    return said.join();
  };
  const sayObject = (value: object, within: object[]): string => {
    if (within.includes(value) || within.length >= DEPTH_MAX) return '…';
    const inner = [...within, value];
    if (isActor(value)) return `actor ${typeof value.src === 'string' ? value.src : ''}`;
    if (value instanceof Date) return `date ${value.getTime()}`;
    if (value instanceof Error) return `${value.name} ${value.message}`;
    if (value instanceof Blob)
      return `file ${'name' in value ? value.name : ''} ${value.type} ${value.size}`;
    if (value instanceof Map || value instanceof Set || Array.isArray(value))
      return `${value.constructor.name}[${sayAll(value, inner)}]`;
    const keys = Object.keys(value).sort();
    return `{${sayAll(
      keys.flatMap((key) => [key, (value as Record<string, unknown>)[key]]),
      inner,
    )}}`;
  };
  if (typeof root !== 'object' || root === null) return say(root, []);
  return Object.entries(root)
    .map(([key, value]) => {
      left = LENGTH_MAX;
      return `${key} ${say(value, [])}`;
    })
    .join();
};
