import { describe, expect, test, vi } from 'vitest';
import { charts } from '#charts/all-charts.ts';
import { allOptions } from '#tests/charts/all-options.ts';
import { edgePaths, untakenBy } from '#tests/support/edge-paths.ts';
import { walk } from '#tests/support/walk-chart.ts';

/** A child that broke stays away; what it is told afterwards changes nothing, and XState says so. */
const ignoreBrokenChildren = (): void => {
  const warn = vi.mocked(console.warn);
  const hear = warn.getMockImplementation();
  warn.mockImplementation((...words) => {
    if (!String(words[0]).includes('was sent to stopped actor')) hear?.(...words);
  });
};

test('every chart says what can happen to it', () => {
  expect(Object.keys(allOptions).sort()).toEqual(charts.map(({ name }) => name).sort());
});

describe.each(charts)('$name', ({ name, machine }) => {
  const options = allOptions[name] ?? { events: [] };

  test('its paths take every edge, and running actors follow them', () => {
    const paths = edgePaths(machine, options);
    expect(untakenBy(machine, paths)).toEqual([]);
    ignoreBrokenChildren();
    for (const path of paths) walk(machine, path);
  });
});
