import { describe, expect, test } from 'vitest';
import { assign, setup } from 'xstate';
import { charts } from '#charts/model/all-charts.ts';
import { edgePairs } from '#paths/edge-pairs.ts';
import { edgesIn } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';

/** A file is refused or taken; a taken one can be sent, and what was refused must not be. */
const machine = setup({
  types: { context: {} as { isRefused: boolean } },
  guards: {
    isGood: ({ event }) => event['isGood'] === true,
    wasTaken: ({ context }) => !context.isRefused,
  },
  actions: {
    take: assign({ isRefused: false }),
    refuse: assign({ isRefused: true }),
  },
}).createMachine({
  id: 'upload',
  context: { isRefused: true },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        chosen: [{ guard: 'isGood', actions: 'take' }, { actions: 'refuse' }],
        sent: { guard: 'wasTaken', target: 'sending' },
      },
    },
    sending: { on: { done: 'choosing' } },
  },
});
const options = {
  events: [
    { type: 'chosen', isGood: true },
    { type: 'chosen', isGood: false },
    { type: 'sent' },
    { type: 'done' },
  ],
};
const GOOD = 'upload.choosing|chosen|0';
const BAD = 'upload.choosing|chosen|1';
const SENT = 'upload.choosing|sent|0';

test('"bad, then good" is a pair, and so is every other one that can be', () => {
  const { pairs } = edgePairs(machine, options);
  const texts = pairs.map(({ first, second }) => `${first} ${second}`);
  for (const pair of [
    `${BAD} ${GOOD}`,
    `${GOOD} ${BAD}`,
    `${GOOD} ${GOOD}`,
    `${BAD} ${BAD}`,
    `${GOOD} ${SENT}`,
  ])
    expect(texts).toContain(pair);
  expect(texts).not.toContain(`${BAD} ${SENT}`);
});

test('a pair that cannot be is named with the reason', () => {
  expect(edgePairs(machine, options).impossible).toContainEqual({
    first: BAD,
    second: SENT,
    reason: 'its guard wasTaken does not hold there',
  });
});

describe.each(charts)('$name', ({ name, machine: chart }) => {
  test('the paths take every pair', () => {
    const { pairs, paths } = edgePairs(chart, allOptions[name] ?? { events: [] });
    const taken = new Set(
      paths.flatMap((path) => {
        const steps = [path, ...path.steps];
        return steps.slice(1).flatMap(({ edges }, index) => {
          const before = steps[index]?.edges ?? [];
          return (before.length > 0 ? before : ['start']).flatMap((first) =>
            edges.map((second) => `${first} ${second}`),
          );
        });
      }),
    );
    expect(pairs.filter(({ first, second }) => !taken.has(`${first} ${second}`))).toEqual([]);
    const edges = new Set(paths.flatMap(edgesIn));
    expect(pairs.filter(({ second }) => !edges.has(second))).toEqual([]);
  });
});
