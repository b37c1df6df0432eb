import type { AnyMachineSnapshot } from 'xstate';
import type { Effect } from './chart-effects.ts';
import { placeKey } from './place-key.ts';

/** What comes of an event, or of the start. */
export interface Outcome {
  /** Ids of the edges that are taken, those of `always` and of raised events included. */
  edges: string[];
  /** What the chart does on the way. */
  effects: Effect[];
  /** Tags of the new configuration, in the order of the alphabet. */
  tags: string[];
  /** What of the context has changed, by path (`fields.name`); undefined where it is gone. */
  keeps: Record<string, unknown>;
  /** What it ends with, where it ends. */
  output?: unknown;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Parts of parts are told apart so deep; what differs below counts as one. */
const DEPTH_MAX = 3;

const changesOf = (before: unknown, after: unknown, path: string[] = []): [string, unknown][] => {
  if (Object.is(before, after)) return [];
  if (isPlain(before) && isPlain(after) && path.length < DEPTH_MAX)
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      changesOf(before[key], after[key], [...path, key]),
    );
  return placeKey({ of: before }) === placeKey({ of: after }) ? [] : [[path.join('.'), after]];
};

/** What of an input, whatever it is wrapped in, a context may take over: that is no news. */
export const saidBy = (input: unknown, context: object = {}): Record<string, unknown> => {
  if (!isPlain(input)) return {};
  const said = Object.assign({}, ...Object.values(input).filter(isPlain), input);
  return Object.fromEntries(Object.entries(said).filter(([key]) => key in context));
};

/**
 * What there is to tell of a step.
 * @param before the context that there was; at the start, what the input says
 */
export const outcomeOf = (
  { edges, effects }: { edges: string[]; effects: Effect[] },
  before: unknown,
  { context, output, status, tags }: AnyMachineSnapshot,
): Outcome => ({
  edges,
  effects,
  tags: [...tags].sort(),
  keeps: Object.fromEntries(changesOf(before, context)),
  ...(status === 'done' ? { output } : {}),
});
