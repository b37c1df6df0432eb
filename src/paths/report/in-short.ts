import { DAY_MS, MS_PER_S } from '#contract/durations.ts';
import { START_TIME_MS } from '../path-options.ts';

/** Longer texts are truncated; a payload only has to be recognizable. */
const TEXT_LENGTH_MAX = 40;
/** Limits of printed list entries and nesting. */
const ENTRIES_MAX = 12;
const DEPTH_MAX = 4;
/** Times are rounded to 15 s, because module loading takes a varying time. */
const GRAIN_S = 15;
/** Numbers within 30 years (ms) of the start time are timestamps and printed relative to it. */
const TIME_REACH_MS = 30 * 365 * DAY_MS;

const isTime = (value: number): boolean => Math.abs(value - START_TIME_MS) < TIME_REACH_MS;

const timeInShort = (value: number): string => {
  const seconds = Math.round((value - START_TIME_MS) / MS_PER_S / GRAIN_S) * GRAIN_S;
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
  const shown = values.slice(0, ENTRIES_MAX).map((value) => inShort(value, depth + 1));
  const left = values.length - shown.length;
  return `[${[...shown, ...(left > 0 ? [`${left} more`] : [])].join(', ')}]`;
};

/** Files, errors, dates, actors and class instances by name; undefined for plain objects. */
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
 * A payload or input in one line; timestamps (epoch ms) are relative, so the line is the same in every
 * run.
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
  const shown = entriesInShort(entries, depth + 1);
  return shown.length === 0 ? '{}' : `{ ${shown.join(', ')} }`;
};

/** The payload of an event in one line; empty without a payload. */
export const payloadInShort = ({ type: _, ...payload }: { type: string }): string =>
  entriesInShort(payload, 1).join(', ');
