import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { charts } from '#charts/all-charts.ts';
import { edgesOf, stateNodesOf } from '#charts/chart-edges.ts';
import { allOptions } from '#tests/charts/all-options.ts';
import { keepCoverage } from './edge-coverage.ts';
import { type EdgePath, edgePaths } from './edge-paths.ts';
import type { Site } from './site.ts';
import { type ChartDrivers, walkInBrowser } from './walk-browser.ts';

/** States that somebody can be in: those at the ends of the tree that don't pass on at once. */
const restingStates = (machine: AnyStateMachine): string[] =>
  stateNodesOf(machine)
    .filter(({ states }) => Object.keys(states).length === 0)
    .filter(({ always = [] }) => !always.some(({ guard }) => guard === undefined))
    .map(({ id }) => id);

const nameOf = ({ steps }: EdgePath, index: number): string =>
  `way ${index + 1}, ${steps.length} steps to ${JSON.stringify(steps.at(-1)?.value ?? 'the start')}`;

/**
 * Registers the tests that walk every edge of a chart in the real browser, and writes down what was
 * walked.
 * @param name the chart's file in `machines/`, such as `sign-up`
 */
export const walkEveryEdge = (site: () => Site, name: string, drivers: ChartDrivers): void => {
  const chart = charts.find((one) => one.name === name);
  const options = allOptions[name];
  if (!chart || !options) throw new Error(`No chart is called ${name}`);
  const { machine } = chart;
  const paths = edgePaths(machine, options);
  const walked = new Set<string>();
  const byThemselves = new Set<string>();

  describe(name, () => {
    test('every event has its driver, every state what a person sees there', () => {
      const events = new Set(paths.flatMap(({ steps }) => steps.map(({ event }) => event.type)));
      expect([...events].filter((type) => !drivers.events[type])).toEqual([]);
      expect(Object.keys(drivers.states).sort()).toEqual(restingStates(machine).sort());
    });

    test.each(paths.map((path, index) => [nameOf(path, index), path] as const))(
      '%s',
      async (_, path) => {
        const { edges, told } = await walkInBrowser(site(), machine, path, drivers);
        for (const edge of edges) {
          walked.add(edge);
          if (!told.has(edge)) byThemselves.add(edge);
        }
      },
    );

    test('no edge is left', () => {
      const told = [...walked].filter((edge) => !byThemselves.has(edge));
      keepCoverage(name, walked, told);
      const edges = edgesOf(machine).map(({ id }) => id);
      expect(edges.filter((id) => !walked.has(id))).toEqual([]);
    });
  });
};
