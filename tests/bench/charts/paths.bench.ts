import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { charts } from '#charts/model/all-charts.ts';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import { edgePaths } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { median } from '../median.ts';

const ROUNDS = 5;
const SIZES = [50, 200, 500, 1000];

/** A ring of states with a forward, a backward and a jump transition each. */
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

test('how long path generation takes for each chart', () => {
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
