/** Text shown in place of a secret. */
export const MASK = '••••••';

const SECRET_KEY = /pass(?:word|phrase)|confirmation|otp|token|secret|^code$/i;
/** A one-time code. */
const CODE = /(?<!\d)\d{6}(?!\d)/g;

const DEPTH_MAX = 8;
const ITEMS_MAX = 200;
const TEXT_LENGTH_MAX = 2000;

const isHarmless = (value: unknown): value is boolean | null | undefined | '' =>
  value === undefined || value === null || value === '' || typeof value === 'boolean';

const redactText = (text: string): string =>
  (text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text).replace(CODE, MASK);

const redactObject = (value: object, ancestors: object[]): unknown => {
  if (ancestors.includes(value)) return '[circular]';
  if (ancestors.length >= DEPTH_MAX) return '[too deep]';
  if (value instanceof Blob)
    return { file: value instanceof File ? redactText(value.name) : '', bytes: value.size };
  if (value instanceof Error) return { error: redactText(String(value)) };
  if (value instanceof Date) return value.toJSON();
  if ('sessionId' in value && 'getSnapshot' in value) return `[actor ${String(value.sessionId)}]`;
  const path = [...ancestors, value];
  const copy = (key: string, item: unknown) =>
    SECRET_KEY.test(key) && !isHarmless(item) ? MASK : redactAt(item, path);
  if (value instanceof Set || Array.isArray(value))
    return [...value].slice(0, ITEMS_MAX).map((item) => redactAt(item, path));
  const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
  return Object.fromEntries(
    entries.slice(0, ITEMS_MAX).map(([key, item]) => [String(key), copy(String(key), item)]),
  );
};

const redactAt = (value: unknown, ancestors: object[]): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint' || typeof value === 'symbol') return redactText(String(value));
  if (typeof value === 'function') return '[function]';
  return typeof value === 'object' && value !== null ? redactObject(value, ancestors) : value;
};

/**
 * A copy of a value that is safe to show: passwords, codes and tokens are masked at any depth, files
 * become name and size, and everything in it can be structured-cloned. Never throws.
 */
export const redact = (value: unknown): unknown => {
  try {
    return redactAt(value, []);
  } catch (error) {
    return `[unreadable: ${redactText(String(error))}]`;
  }
};
