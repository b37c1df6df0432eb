import type { AnyStateMachine } from 'xstate';
import { edgesOf, stateNodesOf } from '#charts/chart-edges.ts';
import { type EdgePath, type EdgePathOptions, edgePaths, edgesIn } from '../edge-paths.ts';
import { edgesFromEach } from '../edges-from-each.ts';
import { untakenReason } from './untaken-reason.ts';

/** What the paths of one chart say: how they go, what needs which input, what nothing opens. */
export interface ChartReport {
  name: string;
  description: string;
  /** How many states the chart has, its root not counted. */
  states: number;
  edges: number;
  paths: EdgePath[];
  /** Where the paths can start. */
  inputs: unknown[];
  /** Edges that some inputs don't open, with the indexes of the inputs that do. */
  onlyFrom: { edge: string; inputs: number[] }[];
  /** Edges that no path takes, with the reason. */
  untaken: { edge: string; reason: string }[];
}

/** Finds the paths of a chart and what there is to say about its edges. */
export const reportChart = (
  name: string,
  machine: AnyStateMachine,
  options: EdgePathOptions,
): ChartReport => {
  const inputs = options.inputs ?? [options.input];
  const paths = edgePaths(machine, options);
  const taken = new Set(paths.flatMap(edgesIn));
  const takenFrom = edgesFromEach(machine, options);
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
        inputs: [...inputs.keys()].filter((index) => takenFrom[index]?.has(id)),
      }))
      .filter((edge) => edge.inputs.length > 0 && edge.inputs.length < inputs.length),
    untaken: all
      .filter(({ id }) => !taken.has(id))
      .map((edge) => ({ edge: edge.id, reason: untakenReason(machine, options, edge) })),
  };
};
