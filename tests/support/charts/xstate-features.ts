import {
  assign,
  cancel,
  type createMachine,
  emit,
  enqueueActions,
  raise,
  sendTo,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';

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
export const COUNT_MAX = 3;
const CHILD_DONE = 'xstate.done.actor.kid';

const rows: Record<string, Row> = {
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
      initial: 'a',
      on: { go: '.b' },
      states: { a: { on: { go: undefined, on: 'c' } }, b: {}, c: {} },
    } as Row[0],
    ['go', 'on'],
  ],
  route: [
    { initial: 'a', states: { a: {}, b: { id: 'b', route: {} }, c: { id: 'c', route: {} } } },
  ],
};

/** A minimal chart for each feature of XState, and the options of its paths. */
export const features = Object.entries(rows).map(([feature, [config, events = []]]) => ({
  feature,
  machine: createChart({ context: { count: 0 }, ...config } as Config),
  options: { events: events.map((event) => (typeof event === 'string' ? { type: event } : event)) },
}));
