import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { stateLines } from '#charts/viewer/layout/drawn-text.ts';
import { chartGraph } from '#charts/viewer/layout/elk-graph.ts';

const machine = createMachine({
  id: 'gate',
  initial: 'shut',
  states: {
    shut: {
      on: {
        push: [{ guard: 'isFree', target: 'open' }, { actions: 'ring' }],
        lift: [{ guard: 'isLight', target: 'open' }, { target: 'stuck' }],
        kick: 'stuck',
      },
    },
    open: {},
    stuck: {},
  },
});

test('a diagram labels an unguarded transition with [else] beside guarded ones of the same event', () => {
  const { bundles, states } = chartGraph(machine);
  const conditions = bundles
    .flatMap(({ edges }) => edges)
    .map(({ event, condition }) => `${event} ${condition}`);
  expect(conditions.toSorted()).toEqual([
    'kick undefined',
    'lift else',
    'lift isLight',
    'push isFree',
  ]);
  const lines = states.flatMap(({ state, internal }) => stateLines(state, internal));
  expect(lines.map(({ text }) => text)).toEqual(['push [else] / ring']);
});
