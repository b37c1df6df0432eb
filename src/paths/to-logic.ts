import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import {
  type AdjacencyMap,
  type Configuration,
  createAdjacencyMap,
  pathOf,
} from './adjacency-map.ts';
import { coverEdges } from './edge-paths.ts';
import { type EdgePathOptions, inputsOf, withFrozenClock } from './path-options.ts';
import { serializeContext } from './path-outcome.ts';

/** Traversal options that every function of @xstate/graph takes. */
interface Traversal {
  input: unknown;
  /** getPathsFromEvents of @xstate/graph 3.0.4 ignores the input unless the initial state is given. */
  fromState: AnyMachineSnapshot;
  events: AnyEventObject[];
  /**
   * By state value and enabled edges, and by the whole configuration on the paths of the edge cover. The
   * first field of two that a guard compares changes neither value nor edges, so that what is behind
   * it would be missed; whole contexts everywhere multiply the states by every typed text.
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
  const maps = new Map<unknown, { map: AdjacencyMap; start: Configuration }>();
  const visited = new WeakMap<AnyMachineSnapshot, Configuration>();
  const visit = (configuration: Configuration): AnyMachineSnapshot => {
    visited.set(configuration.snapshot, configuration);
    return configuration.snapshot;
  };
  const configurationOf = (snapshot: AnyMachineSnapshot): Configuration => {
    const configuration = visited.get(snapshot);
    if (!configuration) throw new Error(`${chart.id}: the snapshot is not from this logic`);
    return configuration;
  };

  const [firstInput] = inputsOf(options);
  const startWith = (input: unknown) => {
    const known = maps.get(input);
    if (known) return known;
    const map = withFrozenClock(() => createAdjacencyMap(chart, { ...options, inputs: [input] }));
    const [initial] = map.initial;
    if (!initial) throw new Error(`${chart.id} has no input to start with`);
    const started = { map, start: initial.target };
    maps.set(input, started);
    return started;
  };
  const getInitialSnapshot = (_scope: unknown, input = firstInput): AnyMachineSnapshot =>
    visit(startWith(input).start);

  const transition = (snapshot: AnyMachineSnapshot, event: AnyEventObject): AnyMachineSnapshot => {
    const sent = serializeContext(event);
    const taken = withFrozenClock(() => configurationOf(snapshot).transitions()).find(
      (possible) => serializeContext(possible.event) === sent,
    );
    return taken ? visit(taken.target) : snapshot;
  };

  const { machine } = startWith(firstInput).map;
  return {
    logic: Object.create(machine, {
      root: { value: withoutEffects(machine.root) },
      getInitialSnapshot: { value: getInitialSnapshot },
      transition: { value: transition },
    }),
    traversal: (input = firstInput) => {
      const { map } = startWith(input);
      const ends = withFrozenClock(() => coverEdges(map));
      const covered = new Set(ends.flatMap(pathOf).map(({ target }) => target.key));
      return {
        input,
        fromState: getInitialSnapshot(undefined, input),
        events: map.events,
        serializeState: (snapshot) => {
          const { valueKey, key } = configurationOf(snapshot);
          return covered.has(key) ? `${valueKey} ${key}` : valueKey;
        },
        serializeEvent: (event) => serializeContext(event),
      };
    },
  };
};
