import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { charts } from '#charts/all-charts.ts';
import { edgesOf, stateNodesOf } from '#charts/chart-edges.ts';
import { allOptions } from '#tests/charts/all-options.ts';
import { edgePaths } from '#tests/support/edge-paths.ts';

const ROUNDS = 5;
const SIZES = [50, 200, 500, 1000];

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

/** A ring of states with a way on, a way back and a jump. */
const ringOf = (size: number) => ({
  name: `ring of ${size}`,
  machine: createMachine({
    id: `ring${size}`,
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length: size }, (_, place) => [
        `s${place}`,
        {
          on: {
            next: `s${(place + 1) % size}`,
            back: `s${(place + size - 1) % size}`,
            jump: `s${(place * 7 + 3) % size}`,
          },
        },
      ]),
    ),
  }),
  options: { events: [{ type: 'next' }, { type: 'back' }, { type: 'jump' }] },
});

test('how long the paths of a chart take', () => {
  const ours = charts.map(({ name, machine }) => ({
    name,
    machine,
    options: allOptions[name] ?? { events: [] },
  }));
  const rows = [...ours, ...SIZES.map(ringOf)].map(({ name, machine, options }) => {
    const times = Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      edgePaths(machine, options);
      return performance.now() - start;
    });
    return {
      chart: name,
      states: stateNodesOf(machine).length - 1,
      edges: edgesOf(machine).length,
      'paths found in, ms': Number(median(times).toFixed(1)),
    };
  });
  console.table(rows);
  console.log(JSON.stringify(rows));
  expect(rows).toHaveLength(charts.length + SIZES.length);
});
