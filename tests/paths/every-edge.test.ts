import { describe, expect, test, vi } from 'vitest';
import { charts } from '#charts/model/all-charts.ts';
import { edgePaths, uncoveredEdges } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { withFrozenClock } from '#paths/path-options.ts';
import { traversePath } from '#tests/support/charts/traverse-chart.ts';

/** XState warns about events to a child that has failed; the charts ignore such a child. */
const ignoreBrokenChildren = (): void => {
  const warn = vi.mocked(console.warn);
  const warnUnchanged = warn.getMockImplementation();
  warn.mockImplementation((...words) => {
    if (!String(words[0]).includes('was sent to stopped actor')) warnUnchanged?.(...words);
  });
};

test('every chart has its events and inputs in src/paths/options', () => {
  expect(Object.keys(allOptions).sort()).toEqual(charts.map(({ name }) => name).sort());
});

describe.each(charts)('$name', ({ name, machine }) => {
  const options = allOptions[name] ?? { events: [] };

  test('its paths take every edge, and a running actor takes the same edges', () => {
    const paths = edgePaths(machine, options);
    expect(uncoveredEdges(machine, paths)).toEqual([]);
    ignoreBrokenChildren();
    // At the time of the paths, however long ago their module was loaded.
    withFrozenClock(() => {
      for (const path of paths) traversePath(machine, path);
    });
  });
});
