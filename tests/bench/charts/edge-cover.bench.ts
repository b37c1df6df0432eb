import { getShortestPaths } from '@xstate/graph';
import { expect, test } from 'vitest';
import { charts } from '#charts/model/all-charts.ts';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import { edgePaths, edgesIn } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { inputsOf } from '#paths/path-options.ts';
import { toLogic } from '#paths/to-logic.ts';
import { greedyCover } from '#tests/support/charts/greedy-cover.ts';

test('edges and paths of our edge cover and of a greedy cover with @xstate/graph', () => {
  const rows = charts.map(({ name, machine }) => {
    const options = allOptions[name] ?? { events: [] };
    const timed = <Result>(run: () => Result) => {
      const start = performance.now();
      const result = run();
      return { result, ms: Math.round(performance.now() - start) };
    };
    const ours = timed(() => edgePaths(machine, options));
    const theirs = timed(() => greedyCover(machine, options));
    const { logic, traversal } = toLogic(machine, options);
    const states = new Set(
      inputsOf(options)
        .flatMap((input) => getShortestPaths(logic, traversal(input)))
        .flatMap(({ state }) => state._nodes.map(({ id }) => id)),
    );
    const steps = (lengths: number[]) => lengths.reduce((sum, length) => sum + length, 0);
    return {
      chart: name,
      edges: edgesOf(machine).length,
      'our edges': new Set(ours.result.flatMap(edgesIn)).size,
      'our paths': ours.result.length,
      'our steps': steps(ours.result.map((path) => path.steps.length)),
      'our ms': ours.ms,
      'their edges': new Set(theirs.result.flatMap(({ edges }) => [...edges])).size,
      'their paths': theirs.result.length,
      'their steps': steps(theirs.result.map(({ events }) => events.length)),
      'their ms': theirs.ms,
      states: stateNodesOf(machine).length,
      'states with a shortest path': states.size,
    };
  });
  console.table(rows);
  console.log(JSON.stringify(rows));
  const sum = (key: keyof (typeof rows)[number]) =>
    rows.reduce((total, row) => total + Number(row[key]), 0);
  console.log(
    `Ours: ${sum('our edges')} of ${sum('edges')} edges in ${sum('our paths')} paths, ${sum('our steps')} steps. ` +
      `Theirs: ${sum('their edges')} in ${sum('their paths')} paths, ${sum('their steps')} steps.`,
  );
  expect(rows).toHaveLength(charts.length);
});
