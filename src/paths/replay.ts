import { isDeepStrictEqual } from 'node:util';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValue } from 'xstate';
import { edgesOf } from '#charts/model/chart-edges.ts';
import type { Recording } from '#charts/model/recording.ts';
import { MASK } from '#charts/viewer/broadcast/messages.ts';
import { createTransitions } from './chart-transitions.ts';
import type { EdgePath } from './edge-paths.ts';
import { START_TIME_MS, withFrozenClock } from './path-options.ts';
import { copiedFromInput, outcomeOf } from './path-outcome.ts';
import { valueText } from './state-names.ts';

/** The path of a recording, as far as it could be replayed; drivers take it as they take generated ones. */
export interface Replay extends EdgePath {
  /** Why the replay ends before the recording; undefined when it doesn't. */
  divergence?: { event?: AnyEventObject; reason: string };
}

const isMatch = (pattern: string, type: string): boolean =>
  pattern === type ||
  pattern === '*' ||
  (pattern.endsWith('.*') && `${type}.`.startsWith(pattern.slice(0, -1)));

const unknownReason = (machine: AnyStateMachine, { type }: AnyEventObject): string | undefined => {
  if (type.startsWith('xstate.')) return undefined;
  const types = edgesOf(machine).flatMap(({ event }) => (event.startsWith('xstate.') ? [] : event));
  const known = [...new Set(types)].filter(Boolean);
  return known.some((pattern) => isMatch(pattern, type))
    ? undefined
    : `${machine.id} has no event ${type}. It has: ${known.join(', ')}`;
};

/** Events without a recorded value were written by hand, perhaps with a misspelled type. */
const assertKnown = (machine: AnyStateMachine, { events }: Recording): void => {
  for (const [index, { event, value }] of events.entries()) {
    const reason = value === undefined ? unknownReason(machine, event) : undefined;
    if (reason !== undefined) throw new Error(`Event ${index + 1}: ${reason}`);
  }
};

const ignoredReason = (snapshot: AnyMachineSnapshot, event: AnyEventObject): string => {
  const { type } = event;
  const unknown = unknownReason(snapshot.machine, event);
  if (unknown !== undefined) return unknown;
  const at = valueText(snapshot.value);
  if (snapshot.status !== 'active') return `the chart has ended in ${at}`;
  const [, child] = /^xstate\.(?:(?:done|error)\.actor|snapshot)\.(.*)$/.exec(type) ?? [];
  if (child !== undefined && !snapshot.children[child]) return `no actor ${child} runs in ${at}`;
  const active = new Set(snapshot._nodes.map(({ id }) => id));
  const guards = edgesOf(snapshot.machine)
    .filter((edge) => active.has(edge.source) && isMatch(edge.event, type))
    .flatMap(({ guard }) => guard ?? []);
  return guards.length > 0
    ? `no guard holds in ${at}: ${guards.join(', ')}`
    : `no transition takes it in ${at}`;
};

const maskHint = (recorded: unknown): string =>
  JSON.stringify(recorded)?.includes(MASK)
    ? ` The live view masked a value (${MASK}); write a real one into the file.`
    : '';

/**
 * Replays a recording on a chart, each event at its recorded time, until the chart behaves
 * differently: it ignores an event, reaches another state value, or throws. An event that the
 * recorded actor ignored too is no difference. Throws where the chart has no event of a list that was
 * written by hand.
 */
export const replay = (chart: AnyStateMachine, recording: Recording): Replay => {
  assertKnown(chart, recording);
  // A live view records what the chart sends to itself; a list written by hand leaves it out.
  const isSelfSentDelivered = recording.events.every((step) => step.value === undefined);
  const { startWith } = createTransitions(chart, { isSelfSentDelivered });
  const { at: startMs = START_TIME_MS, input, value, events } = recording;
  const { first, enabledEdges, take } = withFrozenClock(() => startWith(input), startMs);
  let { snapshot } = first;
  const path: EdgePath = {
    input,
    start: snapshot.value,
    steps: [],
    ...outcomeOf(first, copiedFromInput(input, snapshot.context), snapshot),
  };
  const diverge = (reason: string, event?: AnyEventObject): Replay => ({
    ...path,
    divergence: { ...(event && { event }), reason },
  });
  const differs = (recorded: unknown) =>
    recorded !== undefined && !isDeepStrictEqual(recorded, snapshot.value);
  const difference = (recorded: unknown, masked: unknown) =>
    `it leads to ${valueText(snapshot.value)}, not to ${valueText(recorded as StateValue)} as recorded.${maskHint(masked)}`;

  if (differs(value)) return diverge(difference(value, input));
  for (const { event, at = startMs, value: recorded } of events) {
    try {
      const { context } = snapshot;
      const taken = withFrozenClock(
        () => (enabledEdges(snapshot, event).length === 0 ? undefined : take(snapshot, event)),
        at,
      );
      snapshot = taken?.snapshot ?? snapshot;
      const isIgnoredToo = recorded !== undefined && !differs(recorded);
      if (!taken && !isIgnoredToo)
        return diverge(ignoredReason(snapshot, event) + maskHint([input, event]), event);
      if (differs(recorded)) return diverge(difference(recorded, [input, event]), event);
      const outcome = outcomeOf(taken ?? { edges: [], effects: [] }, context, snapshot);
      path.steps.push({ event, value: snapshot.value, ...outcome });
    } catch (error) {
      return diverge(error instanceof Error ? error.message : String(error), event);
    }
  }
  return path;
};
