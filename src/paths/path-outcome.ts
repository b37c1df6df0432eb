import type { AnyMachineSnapshot } from 'xstate';
import type { Effect } from './chart-effects.ts';
import { serializeContext } from './serialize-context.ts';

/** The result of a transition, or of the start. */
export interface Outcome {
  /** Ids of the edges that were taken, those of `always` and raised events included. */
  edges: string[];
  /** Side effects of the transition. */
  effects: Effect[];
  /** Tags of the new configuration, sorted. */
  tags: string[];
  /** Changed context properties by path (`fields.name`); undefined for a removed one. */
  assigned: Record<string, unknown>;
  /** The machine's output, if it is done. */
  output?: unknown;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Changes are reported down to this depth. */
const DEPTH_MAX = 3;

const changesOf = (before: unknown, after: unknown, path: string[] = []): [string, unknown][] => {
  if (Object.is(before, after)) return [];
  if (isPlain(before) && isPlain(after) && path.length < DEPTH_MAX)
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      changesOf(before[key], after[key], [...path, key]),
    );
  return serializeContext({ of: before }) === serializeContext({ of: after })
    ? []
    : [[path.join('.'), after]];
};

/** Input properties that the context copies; they are not reported as changes. */
export const copiedFromInput = (input: unknown, context: object = {}): Record<string, unknown> => {
  if (!isPlain(input)) return {};
  const copied = Object.assign({}, ...Object.values(input).filter(isPlain), input);
  return Object.fromEntries(Object.entries(copied).filter(([key]) => key in context));
};

/**
 * The outcome of a transition.
 * @param before the context before it; at the start, the properties copied from the input
 */
export const outcomeOf = (
  { edges, effects }: { edges: string[]; effects: Effect[] },
  before: unknown,
  { context, output, status, tags }: AnyMachineSnapshot,
): Outcome => ({
  edges,
  effects,
  tags: [...tags].sort(),
  assigned: Object.fromEntries(changesOf(before, context)),
  ...(status === 'done' ? { output } : {}),
});
