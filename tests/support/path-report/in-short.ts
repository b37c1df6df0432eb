/** Longer texts are cut: a payload only has to be recognised. */
const TEXT_LENGTH_MAX = 40;
const SECOND_MS = 1000;
/** Times are told in steps of 30 s: reading the modules takes a while, and not always the same. */
const GRAIN_S = 30;
/** Numbers this close to now (30 years, in ms) are times of the run, so they are told from now. */
const TIME_REACH_MS = 30 * 365 * 24 * 60 * 60 * SECOND_MS;
/** Payloads and inputs name their times when they are read, which is about now. */
const READ_AT_MS = Date.now();

const isTime = (value: number): boolean => Math.abs(value - READ_AT_MS) < TIME_REACH_MS;

const timeInShort = (value: number): string => {
  const seconds = Math.round((value - READ_AT_MS) / SECOND_MS / GRAIN_S) * GRAIN_S;
  if (seconds === 0) return 'now';
  const amount =
    Math.abs(seconds) % 60 === 0 ? `${Math.abs(seconds) / 60} min` : `${Math.abs(seconds)} s`;
  return seconds > 0 ? `in ${amount}` : `${amount} ago`;
};

const entryInShort = ([key, value]: [string, unknown]): string => `${key}: ${inShort(value)}`;

/**
 * A payload or an input in one line, for people: times (epoch ms) are told from now, so
 * that the line is the same in every run.
 */
export const inShort = (value: unknown): string => {
  if (typeof value === 'string')
    return `'${value.length > TEXT_LENGTH_MAX ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value}'`.replaceAll(
      '\n',
      '⏎',
    );
  if (typeof value === 'number') return isTime(value) ? timeInShort(value) : String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof File) return value.name;
  if (value instanceof Error) return value.message;
  if (Array.isArray(value)) return `[${value.map(inShort).join(', ')}]`;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return entries.length === 0 ? '{}' : `{ ${entries.map(entryInShort).join(', ')} }`;
};

/** The same for what an event carries beside its type; empty where it carries nothing. */
export const payloadInShort = ({ type: _, ...payload }: { type: string }): string =>
  Object.entries(payload).map(entryInShort).join(', ');
