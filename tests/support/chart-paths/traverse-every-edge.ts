import { afterAll, describe, expect, test } from 'vitest';
import { charts } from '#charts/model/all-charts.ts';
import { type EdgePath, edgePaths, uncoveredEdges } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { driverErrors } from '#paths/run-path.ts';
import type { Site } from '../browser/site.ts';
import { writeEdgeCoverage } from './edge-coverage.ts';
import {
  type ChartDrivers,
  type TraversedEdges,
  traverseInBrowser,
} from './traverse-in-browser.ts';

const nameOf = ({ steps }: EdgePath, index: number): string =>
  `path ${index + 1}, ${steps.length} steps to ${JSON.stringify(steps.at(-1)?.value ?? 'the start')}`;

/**
 * Registers the tests that traverse every edge of a chart in a real browser: the paths cover every
 * edge, and each path takes its edges. A complete run writes the coverage file.
 *
 * @param name the chart's file in `machines/`, such as `sign-up`
 */
export const traverseEveryEdge = (site: () => Site, name: string, drivers: ChartDrivers): void => {
  const chart = charts.find((one) => one.name === name);
  const options = allOptions[name];
  if (!chart || !options) throw new Error(`No chart is called ${name}`);
  const { machine } = chart;
  const paths = edgePaths(machine, options);
  const traversals = new Map<EdgePath, TraversedEdges>();

  describe(name, () => {
    test('every event has a driver and every state without substates has a check', () => {
      expect(driverErrors(machine, paths, drivers)).toEqual([]);
    });

    test('the paths cover every edge', () => {
      expect(uncoveredEdges(machine, paths)).toEqual([]);
    });

    test.each(paths.map((path, index) => [nameOf(path, index), path] as const))(
      '%s',
      async (_, path) => {
        traversals.set(path, await traverseInBrowser(site(), machine, path, drivers));
      },
    );

    afterAll(() => {
      // A part of the paths, because of a filter or a failure, says nothing about the other edges.
      if (traversals.size === paths.length) writeEdgeCoverage(name, [...traversals.values()]);
    });
  });
};
