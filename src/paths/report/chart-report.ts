import type { AnyStateMachine } from 'xstate';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import { type EdgePath, edgePaths, edgesIn } from '../edge-paths.ts';
import { edgesByInput } from '../edges-by-input.ts';
import type { EdgePathOptions } from '../path-options.ts';
import { untakenReason } from './untaken-reason.ts';

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
}

/** Computes the report of a chart. */
export const reportChart = (
  name: string,
  machine: AnyStateMachine,
  options: EdgePathOptions,
): ChartReport => {
  const inputs = options.inputs ?? [options.input];
  const paths = edgePaths(machine, options);
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
      .map((edge) => ({ edge: edge.id, reason: untakenReason(machine, options, edge) })),
  };
};
