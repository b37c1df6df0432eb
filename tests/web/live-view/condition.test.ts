import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { labelRows, planOf } from '#charts/drawing/elk-graph.ts';

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

test('a drawing says [else] where others of the same event have a guard', () => {
  const { bundles, boxes } = planOf(machine);
  const texts = [...bundles.values()].flatMap(labelRows).map(({ text }) => text);
  expect(texts.toSorted()).toEqual(['kick', 'lift [else]', 'lift [isLight]', 'push [isFree]']);
  expect(boxes.get('gate.shut')?.lines.map(({ text }) => text)).toEqual(['push [else] / ring']);
});
