/** What stands in the place of a secret. */
export const MASK = '••••••';

const SECRET_KEY = /pass(?:word|phrase)|confirmation|otp|token|secret|^code$/i;
/** A one-time code, wherever it turns up. */
const CODE = /(?<!\d)\d{6}(?!\d)/g;

const DEPTH_MAX = 8;
const ITEMS_MAX = 200;
const TEXT_LENGTH_MAX = 2000;

const isPlain = (value: unknown): value is boolean | null | undefined | '' =>
  value === undefined || value === null || value === '' || typeof value === 'boolean';

const maskedText = (text: string): string =>
  (text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text).replace(CODE, MASK);

const maskedObject = (value: object, above: object[]): unknown => {
  if (above.includes(value)) return '[circular]';
  if (above.length >= DEPTH_MAX) return '[deeper]';
  if (value instanceof Blob)
    return { file: value instanceof File ? maskedText(value.name) : '', bytes: value.size };
  if (value instanceof Error) return { error: maskedText(String(value)) };
  if (value instanceof Date) return value.toJSON();
  if ('sessionId' in value && 'getSnapshot' in value) return `[actor ${String(value.sessionId)}]`;
  const inside = [...above, value];
  const copy = (key: string, item: unknown) =>
    SECRET_KEY.test(key) && !isPlain(item) ? MASK : maskedAt(item, inside);
  if (value instanceof Set || Array.isArray(value))
    return [...value].slice(0, ITEMS_MAX).map((item) => maskedAt(item, inside));
  const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
  return Object.fromEntries(
    entries.slice(0, ITEMS_MAX).map(([key, item]) => [String(key), copy(String(key), item)]),
  );
};

const maskedAt = (value: unknown, above: object[]): unknown => {
  if (typeof value === 'string') return maskedText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return maskedText(String(value));
  if (typeof value === 'function') return '[function]';
  return typeof value === 'object' && value !== null ? maskedObject(value, above) : value;
};

/**
 * A copy of a value that may leave the page: passwords, codes and tokens masked at any depth, files
 * as name and size, nothing that a message could not carry. Never throws.
 */
export const masked = (value: unknown): unknown => {
  try {
    return maskedAt(value, []);
  } catch (error) {
    return `[not readable: ${maskedText(String(error))}]`;
  }
};
