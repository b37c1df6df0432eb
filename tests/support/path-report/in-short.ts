import { READ_AT_MS } from '../read-at.ts';

/** Longer texts are cut: a payload only has to be recognised. */
const TEXT_LENGTH_MAX = 40;
/** A context may hold anything: so many entries of a list are told, and so many levels. */
const ENTRIES_MAX = 12;
const DEPTH_MAX = 4;
const SECOND_MS = 1000;
/** Times are told in steps of 30 s: reading the modules takes a while, and not always the same. */
const GRAIN_S = 30;
/** Numbers this close to now (30 years, in ms) are times of the run, so they are told from now. */
const TIME_REACH_MS = 30 * 365 * 24 * 60 * 60 * SECOND_MS;

const isTime = (value: number): boolean => Math.abs(value - READ_AT_MS) < TIME_REACH_MS;

const timeInShort = (value: number): string => {
  const seconds = Math.round((value - READ_AT_MS) / SECOND_MS / GRAIN_S) * GRAIN_S;
  if (seconds === 0) return 'now';
  const amount =
    Math.abs(seconds) % 60 === 0 ? `${Math.abs(seconds) / 60} min` : `${Math.abs(seconds)} s`;
  return seconds > 0 ? `in ${amount}` : `${amount} ago`;
};

const textInShort = (value: string): string =>
  `'${value.length > TEXT_LENGTH_MAX ? `${value.slice(0, TEXT_LENGTH_MAX)}…` : value}'`.replaceAll(
    '\n',
    '⏎',
  );

const listInShort = (values: unknown[], depth: number): string => {
  const said = values.slice(0, ENTRIES_MAX).map((value) => inShort(value, depth + 1));
  const left = values.length - said.length;
  return `[${[...said, ...(left > 0 ? [`${left} more`] : [])].join(', ')}]`;
};

/** What has a name of its own is told by it; undefined for plain objects. */
const namedInShort = (value: object): string | undefined => {
  if (value instanceof File) return `${value.name} (${value.size} bytes)`;
  if (value instanceof Error) return value.message;
  if (value instanceof Date) return timeInShort(value.getTime());
  if ('sessionId' in value && 'getSnapshot' in value) return '(actor)';
  const kind = value.constructor;
  return kind && kind !== Object ? `(${kind.name})` : undefined;
};

const entriesInShort = (value: object, depth: number): string[] =>
  Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => `${key}: ${inShort(inner, depth)}`);

/**
 * A payload or an input in one line, for people: times (epoch ms) are told from now, so
 * that the line is the same in every run.
 */
export const inShort = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return textInShort(value);
  if (typeof value === 'number') return isTime(value) ? timeInShort(value) : String(value);
  if (typeof value === 'function') return '(function)';
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth > DEPTH_MAX) return '…';
  if (Array.isArray(value)) return listInShort(value, depth);
  if (value instanceof Set) return listInShort([...value], depth);
  const entries = value instanceof Map ? Object.fromEntries(value) : value;
  const named = namedInShort(entries);
  if (named !== undefined) return named;
  const said = entriesInShort(entries, depth + 1);
  return said.length === 0 ? '{}' : `{ ${said.join(', ')} }`;
};

/** The same for what an event carries beside its type; empty where it carries nothing. */
export const payloadInShort = ({ type: _, ...payload }: { type: string }): string =>
  entriesInShort(payload, 1).join(', ');
