import type { StateValue } from 'xstate';

/** Nesting below this depth is not compared; a context may contain a whole document. */
const DEPTH_MAX = 8;
/** The rest of a property's text after this many characters is not compared. */
const LENGTH_MAX = 20_000;

const isActor = (value: object): value is { src: unknown } =>
  'sessionId' in value && 'getSnapshot' in value;

/**
 * Serializes a value so that equal values give equal text: cycles, functions, dates, maps, sets, files
 * and actors included. Actors and functions are identified by name, because ids differ per run.
 *
 * @param onCut is called where a part of the value is too long or too deep to be in the text
 */
export const serializeContext = (root: unknown, onCut = (): void => {}): string => {
  let left = LENGTH_MAX;
  const textOf = (value: unknown, ancestors: object[]): string => {
    if (typeof value === 'object' && value !== null) return objectText(value, ancestors);
    const text = primitiveText(value);
    left -= text.length;
    return text;
  };
  const primitiveText = (value: unknown): string => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'function') return `function ${value.name}`;
    return typeof value === 'bigint' ? `${value}n` : String(value);
  };
  const itemsText = (values: Iterable<unknown>, ancestors: object[]): string => {
    const texts: string[] = [];
    for (const value of values) {
      if (left <= 0) {
        onCut();
        break;
      }
      texts.push(textOf(value, ancestors));
    }
    return texts.join();
  };
  const objectText = (value: object, ancestors: object[]): string => {
    if (ancestors.includes(value)) return '…';
    if (ancestors.length >= DEPTH_MAX) {
      onCut();
      return '…';
    }
    const inner = [...ancestors, value];
    if (isActor(value)) return `actor ${typeof value.src === 'string' ? value.src : ''}`;
    if (value instanceof Date) return `date ${value.getTime()}`;
    if (value instanceof Error) return `${value.name} ${value.message}`;
    if (value instanceof Blob)
      return `file ${'name' in value ? value.name : ''} ${value.type} ${value.size}`;
    if (value instanceof Map || value instanceof Set || Array.isArray(value))
      return `${value.constructor.name}[${itemsText(value, inner)}]`;
    const keys = Object.keys(value).sort();
    return `{${itemsText(
      keys.flatMap((key) => [key, (value as Record<string, unknown>)[key]]),
      inner,
    )}}`;
  };
  if (typeof root !== 'object' || root === null) return textOf(root, []);
  return Object.entries(root)
    .map(([key, value]) => {
      left = LENGTH_MAX;
      return `${key} ${textOf(value, [])}`;
    })
    .join();
};

/** A state value in one line: `open.{consent.given, mode.code.verifyingEmail}`. */
export const valueText = (value: StateValue): string => {
  if (typeof value === 'string') return value;
  const parts = Object.entries(value).map(([key, inner]) => {
    const rest = inner === undefined ? '' : valueText(inner);
    return rest === '' ? key : `${key}.${rest}`;
  });
  return parts.length > 1 ? `{${parts.join(', ')}}` : (parts[0] ?? '');
};
