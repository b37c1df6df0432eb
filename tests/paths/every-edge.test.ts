import { describe, expect, test } from 'vitest';
import { charts } from '#charts/all-charts.ts';
import { allOptions } from '#tests/charts/all-options.ts';
import { edgePaths, untakenBy } from '#tests/support/edge-paths.ts';
import { walk } from '#tests/support/walk-chart.ts';

test('every chart says what can happen to it', () => {
  expect(Object.keys(allOptions).sort()).toEqual(charts.map(({ name }) => name).sort());
});

describe.each(charts)('$name', ({ name, machine }) => {
  const options = allOptions[name] ?? { events: [] };

  test('its paths take every edge, and running actors follow them', () => {
    const paths = edgePaths(machine, options);
    expect(untakenBy(machine, paths)).toEqual([]);
    for (const path of paths) walk(machine, path);
  });
});
