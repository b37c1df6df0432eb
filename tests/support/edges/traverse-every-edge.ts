import { describe, expect, test } from 'vitest';
import { charts } from '#charts/model/all-charts.ts';
import { edgesOf } from '#charts/model/chart-edges.ts';
import { type EdgePath, edgePaths } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { driverErrors } from '#paths/run-path.ts';
import type { Site } from '../browser/site.ts';
import { writeEdgeCoverage } from './edge-coverage.ts';
import { type ChartDrivers, traverseInBrowser } from './traverse-in-browser.ts';

const nameOf = ({ steps }: EdgePath, index: number): string =>
  `path ${index + 1}, ${steps.length} steps to ${JSON.stringify(steps.at(-1)?.value ?? 'the start')}`;

/**
 * Registers the tests that traverse every edge of a chart in a real browser and writes the coverage
 * file.
 *
 * @param name the chart's file in `machines/`, such as `sign-up`
 */
export const traverseEveryEdge = (site: () => Site, name: string, drivers: ChartDrivers): void => {
  const chart = charts.find((one) => one.name === name);
  const options = allOptions[name];
  if (!chart || !options) throw new Error(`No chart is called ${name}`);
  const { machine } = chart;
  const paths = edgePaths(machine, options);
  const traversed = new Set<string>();
  const reached = new Set<string>();

  describe(name, () => {
    test('every event has a driver and every state without substates has a check', () => {
      expect(driverErrors(machine, paths, drivers)).toEqual([]);
    });

    test.each(paths.map((path, index) => [nameOf(path, index), path] as const))(
      '%s',
      async (_, path) => {
        const { edges, injected } = await traverseInBrowser(site(), machine, path, drivers);
        for (const edge of edges) {
          traversed.add(edge);
          if (!injected.has(edge)) reached.add(edge);
        }
      },
    );

    test('every edge is traversed', () => {
      const injected = [...traversed].filter((edge) => !reached.has(edge));
      writeEdgeCoverage(name, traversed, injected);
      const edges = edgesOf(machine).map(({ id }) => id);
      expect(edges.filter((id) => !traversed.has(id))).toEqual([]);
    });
  });
};
