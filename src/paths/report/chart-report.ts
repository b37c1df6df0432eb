import type { AnyStateMachine } from 'xstate';
import { type ChartEdge, edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import { statePaths } from '#charts/model/state-paths.ts';
import { createAdjacencyMap, searchWidening } from '../adjacency-map.ts';
import type { WrongAnswer } from '../child-answers.ts';
import { type EdgeCover, type EdgePath, edgesIn, findEdgeCover } from '../edge-paths.ts';
import { type EdgePathOptions, inputsOf, withFrozenClock } from '../path-options.ts';

const missingEventOf = (event: string, { childAnswers }: EdgeCover): string => {
  const reason = childAnswers.reasonFor(event);
  if (reason !== undefined) return `needs an event ${event}: ${reason}`;
  if (event.startsWith('xstate.done.actor.')) return `needs an event ${event} with an output`;
  if (event.startsWith('xstate.snapshot.')) return `needs an event ${event} with a snapshot`;
  return `needs an event ${event}`;
};

/** The reason why no path covers an edge, as far as chart, events and inputs show it. */
const untakenReason = (
  machine: AnyStateMachine,
  edgeCover: EdgeCover,
  { source, event, guard }: ChartEdge,
): string => {
  const { reached, limit, tried } = edgeCover;
  const isEventless = event === '' || event.startsWith('xstate.done.state.');
  const isWildcard = event.endsWith('*');
  if (!reached.has(source)) return limit ?? `${statePaths(machine).get(source)} is never reached`;
  if (!isEventless && !isWildcard && !tried.has(event)) return missingEventOf(event, edgeCover);
  if (limit !== undefined) return limit;
  if (guard !== undefined) return `its guard ${guard} never holds there`.replace('  ', ' ');
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
    return map.initial.map(({ edges, target }) => {
      const reachable = new Set(edges);
      let seen = 0;
      const isEnough = () => reachable.size === edgeCount || seen > TRANSITIONS_MAX;
      searchWidening(map, (find) => {
        find(target, (transition) => {
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
  /** Inputs that paths start with. */
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
  const edgeCover = findEdgeCover(machine, options);
  const { paths, limit = 'never reached' } = edgeCover;
  const covered = new Set(paths.flatMap(edgesIn));
  const reachable = edgesByInput(machine, options);
  const all = edgesOf(machine);
  return {
    name,
    description: machine.root.description ?? '',
    states: stateNodesOf(machine).length - 1,
    edges: all.length,
    paths,
    inputs,
    onlyFrom: all
      .map(({ id }) => ({
        edge: id,
        inputs: [...inputs.keys()].filter((index) => reachable[index]?.has(id)),
      }))
      .filter((edge) => edge.inputs.length > 0 && edge.inputs.length < inputs.length),
    untaken: all
      .filter(({ id }) => !covered.has(id))
      .map((edge) => ({ edge: edge.id, reason: untakenReason(machine, edgeCover, edge) })),
    unreached: stateNodesOf(machine)
      .filter(({ id }) => !edgeCover.reached.has(id))
      .map(({ id }) => ({ state: id, reason: limit })),
    wrongAnswers: edgeCover.childAnswers.wrong(),
  };
};
