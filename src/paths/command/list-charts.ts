import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import { edgePaths } from '../edge-paths.ts';
import type { ChartWithOptions } from '../load/load-chart.ts';

/** A table of charts with their numbers of states, edges, paths and steps. */
export const listCharts = (charts: ChartWithOptions[]): string => {
  const rows = charts.map(({ name, machine, options }) => {
    const paths = edgePaths(machine, options);
    const steps = paths.reduce((sum, path) => sum + path.steps.length, 0);
    const counts = [stateNodesOf(machine).length - 1, edgesOf(machine).length, paths.length, steps];
    return [name, ...counts.map(String)];
  });
  const all = [['chart', 'states', 'edges', 'paths', 'steps'], ...rows];
  const widthOf = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widthOf(column)) : cell.padStart(widthOf(column)),
        )
        .join('  '),
    )
    .join('\n');
};
