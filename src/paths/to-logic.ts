import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { createTransitions } from './chart-transitions.ts';
import { withFrozenClock } from './frozen-clock.ts';
import { allEventsOf, type EdgePathOptions, inputsOf } from './path-options.ts';
import { serializeContext } from './serialize-context.ts';

/** Traversal options that every function of @xstate/graph takes. */
interface Traversal {
  input: unknown;
  /** getPathsFromEvents of @xstate/graph 3.0.4 ignores the input unless the initial state is given. */
  fromState: AnyMachineSnapshot;
  events: AnyEventObject[];
  /**
   * By state value and enabled edges. The value alone misses what a guard reads from the context; the
   * whole context multiplies the states by every typed text.
   */
  serializeState: (snapshot: AnyMachineSnapshot) => string;
  /** Unlike JSON.stringify, it distinguishes files and errors in payloads. */
  serializeEvent: (event: AnyEventObject) => string;
}

interface GraphLogic {
  /** The chart as pure logic: a state machine whose actors never answer and whose delays never end. */
  logic: AnyStateMachine;
  /** The options for an input, by default the first one. */
  traversal: (input?: unknown) => Traversal;
}

/**
 * A view of a state node without `invoke`, `after` and actions, because createTestModel refuses
 * actors and delays. The machine keeps its own nodes for its transitions.
 */
const withoutEffects = (node: AnyStateNode): AnyStateNode =>
  Object.create(node, {
    invoke: { value: [] },
    after: { value: [] },
    entry: { value: [] },
    exit: { value: [] },
    transitions: { value: new Map() },
    states: {
      value: Object.fromEntries(
        Object.entries(node.states).map(([key, state]) => [key, withoutEffects(state)]),
      ),
    },
  });

/**
 * Adapts a chart to @xstate/graph: results of actors and ends of delays are plain events, and the
 * clock is frozen. An event that is not among `options.events`, or that cannot occur in a state,
 * changes nothing.
 *
 * @example
 * const { logic, traversal } = toLogic(otpMachine, options);
 * getShortestPaths(logic, traversal());
 * createTestModel(logic, traversal()).getShortestPaths();
 */
export const toLogic = (chart: AnyStateMachine, options: EdgePathOptions): GraphLogic => {
  const { isPossible = () => true } = options;
  const { machine, startWith } = createTransitions(chart);
  const events = allEventsOf(machine, options);
  const known = new Set(events.map((event) => serializeContext(event)));
  const origins = new WeakMap<AnyMachineSnapshot, ReturnType<typeof startWith>>();

  const [firstInput] = inputsOf(options);
  const getInitialSnapshot = (_scope: unknown, input = firstInput): AnyMachineSnapshot =>
    withFrozenClock(() => {
      const origin = startWith(input);
      origins.set(origin.first.snapshot, origin);
      return origin.first.snapshot;
    });

  const transition = (snapshot: AnyMachineSnapshot, event: AnyEventObject): AnyMachineSnapshot => {
    const origin = origins.get(snapshot);
    if (!origin) throw new Error(`${chart.id}: the snapshot is not from this logic`);
    if (!known.has(serializeContext(event)) || !isPossible(snapshot, event)) return snapshot;
    return withFrozenClock(() => {
      if (origin.enabledEdges(snapshot, event).length === 0) return snapshot;
      const next = origin.take(snapshot, event).snapshot;
      origins.set(next, origin);
      return next;
    });
  };

  const enabledEvents = new WeakMap<AnyMachineSnapshot, string>();
  const enabledIn = (snapshot: AnyMachineSnapshot): string => {
    const cached = enabledEvents.get(snapshot);
    if (cached !== undefined) return cached;
    const origin = origins.get(snapshot);
    const enabled = withFrozenClock(() =>
      events.map((event) =>
        origin && isPossible(snapshot, event) ? origin.enabledEdges(snapshot, event) : [],
      ),
    );
    const text = JSON.stringify(enabled);
    enabledEvents.set(snapshot, text);
    return text;
  };

  return {
    logic: Object.create(machine, {
      root: { value: withoutEffects(machine.root) },
      getInitialSnapshot: { value: getInitialSnapshot },
      transition: { value: transition },
    }),
    traversal: (input = firstInput) => ({
      input,
      fromState: getInitialSnapshot(undefined, input),
      events,
      serializeState: (snapshot) =>
        JSON.stringify([snapshot.status, snapshot.value, enabledIn(snapshot)]),
      serializeEvent: (event) => serializeContext(event),
    }),
  };
};
