import { createTestModel, getShortestPaths } from '@xstate/graph';
import { describe, expect, test } from 'vitest';
import {
  and,
  assign,
  cancel,
  createMachine,
  emit,
  enqueueActions,
  raise,
  sendParent,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';
import { edgePaths, uncoveredEdges } from '#paths/edge-paths.ts';
import { toLogic } from '#paths/to-logic.ts';
import { traversePath } from '#tests/support/charts/traverse-chart.ts';

/** The implementations that the charts below use by name. */
const { createMachine: createChart } = setup({
  types: { context: {} as { count: number } },
  actors: {} as { kid: ReturnType<typeof createMachine> },
  guards: {
    isOpen: ({ context }) => context.count > 0,
    isAbove: ({ context }, { least }: { least: number }) => context.count > least,
  },
  actions: { add: assign({ count: ({ context }) => context.count + 1 }) },
  delays: { growing: ({ context }) => 1000 * (context.count + 1) },
});

// The rows are one config type, so that the table stays plain data.
type Config = Parameters<typeof createChart>[0];
type Row = [config: Omit<Config, 'context'>, events?: (string | { type: string })[]];

/** No guard below counts further. */
const COUNT_MAX = 3;
const CHILD_DONE = 'xstate.done.actor.kid';
const toB = { initial: 'a', states: { b: {} } } as const;

const features: Record<string, Row> = {
  'parallel regions': [
    {
      type: 'parallel',
      states: {
        left: { initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } },
        right: { initial: 'a', states: { a: { on: { go: 'b' } }, b: { on: { back: 'a' } } } },
      },
    },
    ['go', 'back'],
  ],
  after: [{ initial: 'a', states: { a: { after: { 500: 'b' } }, b: {} } }],
  'a dynamic delay': [{ initial: 'a', states: { a: { after: { growing: 'b' } }, b: {} } }],
  'an invoked child': [
    {
      initial: 'a',
      states: { a: { invoke: { id: 'kid', src: 'kid', onDone: 'b', onError: 'b' } }, b: {} },
    },
    [CHILD_DONE],
  ],
  'an invoked child without an id': [
    {
      id: 'x',
      initial: 'a',
      states: { a: { invoke: { src: 'kid', onDone: 'b', onError: 'b' } }, b: {} },
    },
    ['xstate.done.actor.0.x.a'],
  ],
  'a spawned child': [
    {
      initial: 'a',
      entry: spawnChild('kid', { id: 'kid' }),
      states: { a: { on: { [CHILD_DONE]: 'b' } }, b: {} },
    },
    [CHILD_DONE],
  ],
  stopChild: [
    {
      initial: 'a',
      entry: spawnChild('kid', { id: 'kid' }),
      states: { a: { on: { stop: { actions: stopChild('kid') }, [CHILD_DONE]: 'b' } }, b: {} },
    },
    ['stop', CHILD_DONE],
  ],
  'shallow history': [
    {
      initial: 'a',
      states: {
        a: {
          initial: 'one',
          states: { one: { on: { next: 'two' } }, two: {}, last: { type: 'history' } },
          on: { off: 'b' },
        },
        b: { on: { on: 'a.last' } },
      },
    },
    ['next', 'off', 'on'],
  ],
  'deep history': [
    {
      initial: 'a',
      states: {
        a: {
          initial: 'one',
          states: {
            one: {
              initial: 'in',
              states: { in: { on: { next: 'out' } }, out: { on: { next: 'in' } } },
            },
            last: { type: 'history', history: 'deep' },
          },
          on: { off: 'b' },
        },
        b: { on: { on: 'a.last' } },
      },
    },
    ['next', 'off', 'on'],
  ],
  'the wildcard *': [{ initial: 'a', states: { a: { on: { '*': 'b' } }, b: {} } }, ['anything']],
  'the wildcard foo.*': [
    { initial: 'a', states: { a: { on: { 'foo.*': 'b', '*': { actions: 'add' } } }, b: {} } },
    ['foo.bar', 'baz'],
  ],
  raise: [
    {
      initial: 'a',
      states: { a: { on: { go: { actions: raise({ type: 'in' }) }, in: 'b' } }, b: {} },
    },
    ['go'],
  ],
  'raise with a delay': [
    {
      initial: 'a',
      states: { a: { entry: raise({ type: 'late' }, { delay: 500 }), on: { late: 'b' } }, b: {} },
    },
    ['late'],
  ],
  'sendTo the chart itself': [
    {
      initial: 'a',
      states: {
        a: { on: { go: { actions: sendTo(({ self }) => self, { type: 'in' }) }, in: 'b' } },
        b: {},
      },
    },
    ['go'],
  ],
  'sendTo the chart itself, from its initial state, twice': [
    {
      initial: 'a',
      states: {
        a: { entry: sendTo(({ self }) => self, { type: 'in' }), on: { in: 'b' } },
        b: { entry: sendTo(({ self }) => self, { type: 'in' }), on: { in: 'c' } },
        c: {},
      },
    },
  ],
  'sendTo the chart itself with a delay': [
    {
      initial: 'a',
      states: {
        a: {
          entry: sendTo(({ self }) => self, { type: 'late' }, { delay: 500 }),
          on: { late: 'b' },
        },
        b: {},
      },
    },
    ['late'],
  ],
  cancel: [
    {
      initial: 'a',
      states: {
        a: {
          entry: raise({ type: 'late' }, { delay: 500, id: 'x' }),
          on: { stop: { actions: cancel('x') }, late: 'b' },
        },
        b: {},
      },
    },
    ['stop', 'late'],
  ],
  're-entry': [
    { initial: 'a', states: { a: { entry: 'add', on: { go: { target: 'a', reenter: true } } } } },
    ['go'],
  ],
  always: [
    {
      initial: 'a',
      states: {
        a: { entry: 'add', always: { guard: 'isOpen', target: 'b' } },
        b: {},
      },
    },
  ],
  'onDone of a compound state': [
    {
      initial: 'a',
      states: {
        a: {
          initial: 'in',
          states: { in: { on: { go: 'out' } }, out: { type: 'final' } },
          onDone: 'b',
        },
        b: {},
      },
    },
    ['go'],
  ],
  'a final state with output': [
    {
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { type: 'final', output: { ok: true } } },
      output: ({ event }: { event: { output: unknown } }) => event.output,
    } as Row[0],
    ['go'],
  ],
  'a guard with params': [
    {
      initial: 'a',
      states: {
        a: {
          on: {
            go: [
              { guard: { type: 'isAbove', params: { least: 2 } }, target: 'b' },
              { actions: 'add' },
            ],
          },
        },
        b: {},
      },
    },
    ['go'],
  ],
  enqueueActions: [
    {
      initial: 'a',
      states: {
        a: {
          on: {
            go: {
              actions: enqueueActions(({ enqueue, check }) => {
                enqueue('add');
                if (check('isOpen')) enqueue.raise({ type: 'in' });
              }),
            },
            in: 'b',
          },
        },
        b: {},
      },
    },
    ['go'],
  ],
  emit: [
    {
      initial: 'a',
      states: { a: { on: { go: { target: 'b', actions: emit({ type: 'told' }) } } }, b: {} },
    },
    ['go'],
  ],
  'a forbidden transition': [
    {
      ...toB,
      on: { go: '.b' },
      states: { a: { on: { go: undefined, on: 'c' } }, b: {}, c: {} },
    } as Row[0],
    ['go', 'on'],
  ],
  route: [
    { initial: 'a', states: { a: {}, b: { id: 'b', route: {} }, c: { id: 'c', route: {} } } },
  ],
};

const eventsOf = (events: (string | { type: string })[]) =>
  events.map((event) => (typeof event === 'string' ? { type: event } : event));

describe.each(Object.entries(features))('%s', (_, [config, events = []]) => {
  const machine = createChart({ context: { count: 0 }, ...config } as Config);
  const options = { events: eventsOf(events) };

  test('the edge cover takes every edge, and a running actor takes the same edges', () => {
    const paths = edgePaths(machine, options);
    expect(paths).not.toEqual([]);
    expect(uncoveredEdges(machine, paths)).toEqual([]);
    for (const path of paths) traversePath(machine, path);
  });

  test('@xstate/graph reaches every state, and accepts the chart as a test model', () => {
    const { logic, traversal } = toLogic(machine, options);
    const defaults = traversal();
    const reached = getShortestPaths(logic, {
      ...defaults,
      // A guard that counts needs the count in the key.
      serializeState: (snapshot) =>
        `${defaults.serializeState(snapshot)} ${Math.min(snapshot.context.count, COUNT_MAX)}`,
    }).map(({ state }) => JSON.stringify(state.value));
    const covered = edgePaths(machine, options).flatMap(({ start, steps }) => [
      JSON.stringify(start),
      ...steps.map(({ value }) => JSON.stringify(value)),
    ]);
    expect(new Set(reached)).toEqual(new Set(covered));
    expect(createTestModel(logic, traversal()).getShortestPaths()).not.toEqual([]);
  });
});

test('sendParent of a chart that is tested alone is an effect', () => {
  const machine = createMachine({
    initial: 'a',
    states: { a: { on: { go: { actions: sendParent(() => ({ type: 'told' })) } } } },
  });
  const [path] = edgePaths(machine, { events: [{ type: 'go' }] });
  expect(path?.steps[0]?.effects).toMatchObject([{ kind: 'sends', event: { type: 'told' } }]);
});

describe('a chart is refused by name', () => {
  const refused: Record<string, [object, string]> = {
    'with a delay that nothing implements': [
      { states: { a: { after: { pause: 'b' } }, b: {} } },
      'x: the delay pause must be implemented in setup(…) or by .provide(…)',
    ],
    'with a delayed event whose delay nothing implements': [
      { states: { a: { entry: raise({ type: 'in' }, { delay: 'pause' as never }) } } },
      'x: the delay pause must be',
    ],
    'with guards that nothing implements': [
      {
        states: {
          a: { on: { go: { guard: and(['isOpen', { type: 'isAbove' }]), actions: 'any' } } },
        },
      },
      'x: the guard isOpen and the guard isAbove must be implemented',
    ],
    'that sends itself an event endlessly': [
      {
        states: {
          a: {
            on: {
              go: { actions: sendTo(({ self }) => self, { type: 'go' }) },
            },
          },
        },
      },
      'it sends go to itself endlessly',
    ],
  };
  test.each(Object.entries(refused))('%s', (_, [config, message]) => {
    const machine = createMachine({ id: 'x', initial: 'a', ...config } as never);
    const options = { events: [{ type: 'go' }] };
    expect(() => edgePaths(machine, options)).toThrow(message);
    expect(() => {
      const { logic, traversal } = toLogic(machine, options);
      getShortestPaths(logic, traversal());
    }).toThrow(message);
  });
});
