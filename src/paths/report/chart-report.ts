import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  ancestorsOf,
  type ChartEdge,
  edgeIdOf,
  edgesOf,
  stateNodesOf,
} from '#charts/model/chart-edges.ts';
import { statePaths } from '#charts/model/state-paths.ts';
import {
  type AdjacencyMap,
  createAdjacencyMap,
  edgesUpTo,
  searchWidening,
  startAt,
  type Visit,
} from '../adjacency-map.ts';
import type { WrongAnswer } from '../child-answers.ts';
import { coverEdges, createPath, type EdgePath } from '../edge-paths.ts';
import { type EdgePathOptions, inputsOf, withFrozenClock } from '../path-options.ts';

/** A state with the ones inside it that are entered with it. */
const enteredWith = (node: AnyStateNode): AnyStateNode[] => {
  const inner = node.type === 'parallel' ? Object.values(node.states) : node.initial?.target;
  return [node, ...(inner ?? []).flatMap(enteredWith)];
};

/** The states that the paths and the configurations reach. */
const reachedStates = ({ machine, configurations }: AdjacencyMap, ends: Visit[]): Set<string> => {
  const taken = new Set(ends.flatMap(edgesUpTo));
  // A state that is left at once is in no configuration, only at an end of an edge.
  const passed = stateNodesOf(machine)
    .flatMap((node) => [...(node.always ?? []), ...[...node.transitions.values()].flat()])
    .filter((edge) => taken.has(edgeIdOf(edge)))
    .flatMap(({ source, target = [] }) => [source, ...target.flatMap(enteredWith)])
    .flatMap((node) => [node, ...ancestorsOf(node)]);
  const active = configurations().flatMap(({ snapshot }) => snapshot._nodes);
  return new Set([...enteredWith(machine.root), ...passed, ...active].map(({ id }) => id));
};

const missingReason = (event: string, { childAnswers }: AdjacencyMap): string => {
  const reason = childAnswers.reasonFor(event);
  if (reason !== undefined) return `needs an event ${event}: ${reason}`;
  if (event.startsWith('xstate.done.actor.')) return `needs an event ${event} with an output`;
  if (event.startsWith('xstate.snapshot.')) return `needs an event ${event} with a snapshot`;
  return `needs an event ${event}`;
};

/** The reason why no path covers an edge, as far as chart, events and inputs show it. */
const untakenReason = (
  map: AdjacencyMap,
  reached: Set<string>,
  { source, event, guard }: ChartEdge,
): string => {
  const limit = map.limit();
  const isEventless = event === '' || event.startsWith('xstate.done.state.');
  const isWildcard = event.endsWith('*');
  const isTried = isEventless || isWildcard || map.events.some(({ type }) => type === event);
  if (!reached.has(source))
    return limit ?? `${statePaths(map.machine).get(source)} is never reached`;
  if (!isTried) return missingReason(event, map);
  if (limit !== undefined) return limit;
  if (guard !== undefined) {
    const sent = map.events.filter(({ type }) => type === event);
    const isPlain = sent.length > 0 && sent.every((listed) => Object.keys(listed).length === 1);
    const without = isPlain ? ' for an event without payload' : '';
    return `its guard ${guard} never holds there${without}`.replace('  ', ' ');
  }
  if (isWildcard) return `needs an event ${event} that no other entry takes`;
  if (event.startsWith('xstate.done.state.')) return `${event.slice(18)} never comes to its end`;
  return 'another edge always comes first';
};

/** Transitions explored per input: enough for five fields that are filled in any order. */
const TRANSITIONS_MAX = 3000;

/** For each input, in list order, the ids of the edges that are reachable from it. */
const edgesByInput = (chart: AnyStateMachine, options: EdgePathOptions): Set<string>[] =>
  withFrozenClock(() => {
    const map = createAdjacencyMap(chart, options);
    const edgeCount = edgesOf(map.machine).length;
    return map.initial.map((initial) => {
      const reachable = new Set(initial.edges);
      let seen = 0;
      const isEnough = () => reachable.size === edgeCount || seen > TRANSITIONS_MAX;
      searchWidening(map, (find) => {
        find(startAt(initial), (transition) => {
          seen += 1;
          for (const edge of transition.edges) reachable.add(edge);
          return isEnough();
        });
        return isEnough();
      });
      return reachable;
    });
  });

/** A JSON replacer: files and errors as their properties, bigints as text, cycles omitted. */
const createReplacer = () => {
  const ancestors: object[] = [];
  // JSON.stringify passes the containing object as `this`.
  return function replace(this: object, _: string, value: unknown): unknown {
    if (value instanceof File) return { file: value.name, type: value.type, size: value.size };
    if (value instanceof Error) return { error: value.message };
    if (typeof value !== 'object' || value === null)
      return typeof value === 'bigint' ? `${value}n` : value;
    if (ancestors.includes(this)) ancestors.length = ancestors.indexOf(this) + 1;
    if (ancestors.includes(value)) return undefined;
    ancestors.push(value);
    return value;
  };
};

/** Serializes paths and reports as JSON; files and errors as their properties. */
export const asJson = (value: unknown): string => JSON.stringify(value, createReplacer(), 2);

/** The edge cover of a chart, which edges depend on the input, and which edges are unreachable. */
export interface ChartReport {
  name: string;
  description: string;
  /** Number of states without the root. */
  states: number;
  edges: number;
  paths: EdgePath[];
  inputs: unknown[];
  /** Edges that only some inputs reach, with the indexes of those inputs. */
  onlyFrom: { edge: string; inputs: number[] }[];
  /** Edges that no path covers, with the reason. */
  untaken: { edge: string; reason: string }[];
  /** Ids of the states that no path reaches, with the reason. */
  unreached: { state: string; reason: string }[];
  /** Listed answers that the child chart never gives, with the reason. */
  wrongAnswers: WrongAnswer[];
}

/** Whether the paths leave out an edge or a state, or have an answer that no child gives. */
export const isIncomplete = ({ untaken, unreached, wrongAnswers }: ChartReport): boolean =>
  untaken.length > 0 || unreached.length > 0 || wrongAnswers.length > 0;

/** Computes the report of a chart. */
export const reportChart = (
  name: string,
  machine: AnyStateMachine,
  options: EdgePathOptions,
): ChartReport => {
  const inputs = inputsOf(options);
  const reachable = edgesByInput(machine, options);
  return withFrozenClock(() => {
    const map = createAdjacencyMap(machine, options);
    const ends = coverEdges(map);
    const covered = new Set(ends.flatMap(edgesUpTo));
    const reached = reachedStates(map, ends);
    const all = edgesOf(machine);
    return {
      name,
      description: machine.root.description ?? '',
      states: stateNodesOf(machine).length - 1,
      edges: all.length,
      paths: ends.map(createPath),
      inputs,
      onlyFrom: all
        .map(({ id }) => ({
          edge: id,
          inputs: [...inputs.keys()].filter((index) => reachable[index]?.has(id)),
        }))
        .filter((edge) => edge.inputs.length > 0 && edge.inputs.length < inputs.length),
      untaken: all
        .filter(({ id }) => !covered.has(id))
        .map((edge) => ({ edge: edge.id, reason: untakenReason(map, reached, edge) })),
      unreached: stateNodesOf(machine)
        .filter(({ id }) => !reached.has(id))
        .map(({ id }) => ({ state: id, reason: map.limit() ?? 'never reached' })),
      wrongAnswers: map.childAnswers.wrong(),
    };
  });
};
