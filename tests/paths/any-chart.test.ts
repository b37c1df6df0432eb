import { describe, expect, test } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  createMachine,
  fromPromise,
  raise,
  spawnChild,
  stateIn,
} from 'xstate';
import { edgePaths, uncoveredEdges } from '#paths/edge-paths.ts';
import type { EdgePathOptions } from '#paths/path-options.ts';
import { traversePath } from '#tests/support/charts/traverse-chart.ts';

type Config = Parameters<typeof createMachine>[0];

const types = (...names: string[]) => ({ events: names.map((type) => ({ type })) });
const count = assign({ count: ({ context }) => context['count'] + 1 });
const counts =
  (max: number) =>
  ({ context }: { context: { count: number } }) =>
    context.count >= max;
const kid = createMachine({ id: 'kid', context: { tries: 0 } });
const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

const charts: Record<string, [Config, EdgePathOptions]> = {
  'a counter up to ten beside typed text': [
    {
      context: { count: 0, text: '' },
      initial: 'open',
      states: {
        open: {
          on: {
            tried: [{ guard: counts(10), target: 'locked' }, { actions: count }],
            typed: { actions: assign({ text: ({ event }) => event['text'] }) },
          },
        },
        locked: {},
      },
    } as Config,
    { events: [{ type: 'tried' }, { type: 'typed', text: 'a' }, { type: 'typed', text: 'b' }] },
  ],
  'history, shallow and deep: the last active states decide': [
    {
      initial: 'player',
      states: {
        player: {
          initial: 'stopped',
          states: {
            stopped: { on: { play: 'playing' } },
            playing: {
              initial: 'slow',
              states: { slow: { on: { faster: 'fast' } }, fast: { on: { slower: 'slow' } } },
              on: { stop: 'stopped' },
            },
            shallow: { type: 'history' },
            deep: { type: 'history', history: 'deep' },
          },
          on: { off: 'off' },
        },
        off: { on: { resume: 'player.deep', restart: 'player.shallow' } },
      },
    },
    types('play', 'faster', 'slower', 'stop', 'off', 'resume', 'restart'),
  ],
  'onDone of compound and parallel states': [
    {
      initial: 'form',
      states: {
        form: {
          initial: 'first',
          states: { first: { on: { next: 'last' } }, last: { type: 'final' } },
          onDone: 'both',
        },
        both: {
          type: 'parallel',
          states: {
            left: {
              initial: 'open',
              states: { open: { on: { left: 'done' } }, done: { type: 'final' } },
            },
            right: {
              initial: 'open',
              states: { open: { on: { right: 'done' } }, done: { type: 'final' } },
            },
          },
          onDone: 'end',
        },
        end: { type: 'final' },
      },
    },
    types('next', 'left', 'right'),
  ],
  'raised events, counting transient states, several targets, reentry': [
    {
      context: { count: 0 },
      initial: 'idle',
      states: {
        idle: {
          on: {
            go: { actions: raise({ type: 'inner' }) },
            inner: 'looping',
            again: { target: 'idle', reenter: true },
          },
        },
        looping: { always: [{ guard: counts(20), target: 'split' }, { target: 'adding' }] },
        adding: { entry: count, always: 'looping' },
        split: {
          type: 'parallel',
          states: {
            one: { initial: 'a', states: { a: {}, b: {} } },
            two: {
              initial: 'a',
              states: {
                a: {},
                b: { on: { check: { guard: stateIn({ split: { one: 'b' } }), target: 'a' } } },
              },
            },
          },
          on: { jump: { target: ['.one.b', '.two.b'] } },
        },
      },
    } as Config,
    types('go', 'again', 'jump', 'check'),
  ],
  'several delays, one of them with a self-transition': [
    {
      context: { count: 0 },
      initial: 'ticking',
      states: {
        ticking: {
          after: {
            500: { actions: () => {} },
            1000: [
              { guard: counts(3), target: 'over' },
              { target: 'ticking', reenter: true, actions: count },
            ],
          },
        },
        over: {},
      },
    } as Config,
    types(),
  ],
  'wildcards, full and partial': [
    {
      initial: 'a',
      states: {
        a: { on: { 'mouse.*': 'b', '*': 'c', 'mouse.up': { actions: () => {} } } },
        b: { on: { '*': 'a' } },
        c: { invoke: { id: 'load', src: fromPromise(async () => {}), onDone: 'a', onError: 'a' } },
      },
    },
    types('mouse.up', 'mouse.down', 'key', 'xstate.done.actor.load'),
  ],
  'a child with snapshot events; spawned actors with their own ids': [
    {
      context: { kids: [] },
      initial: 'a',
      states: {
        a: {
          invoke: {
            id: 'kid',
            src: kid,
            systemId: 'kid',
            onSnapshot: [
              {
                guard: ({ event }) =>
                  (event.snapshot as unknown as { context: { tries: number } }).context.tries > 1,
                target: 'b',
              },
              { actions: () => {} },
            ],
          },
          on: {
            added: {
              guard: ({ context }) => context['kids'].length < 2,
              actions: assign({ kids: ({ context, spawn }) => [...context['kids'], spawn(kid)] }),
            },
            filled: { guard: ({ context }) => context['kids'].length === 2, target: 'b' },
          },
        },
        b: {
          entry: spawnChild(kid, { id: 'named' }),
          on: { 'xstate.done.actor.named': 'a' },
        },
      },
    } as Config,
    {
      events: [
        ...types('added', 'filled', 'xstate.done.actor.named').events,
        { type: 'xstate.snapshot.kid', snapshot: { context: { tries: 1 } } },
        { type: 'xstate.snapshot.kid', snapshot: { context: { tries: 2 } } },
      ],
    },
  ],
  'a context with a cycle, a map, a set, a file, a date, a function and a large number': [
    {
      context: () => ({
        all: Array.from({ length: 100_000 }, (_, place) => ({ place })),
        big: 10n,
        file: new File(['bytes'], 'logo.png'),
        many: new Set([1]),
        map: new Map<string, unknown>(),
        page: globalThis,
        cyclic,
        run: () => {},
        when: new Date(),
      }),
      initial: 'a',
      states: {
        a: {
          on: {
            put: {
              actions: assign({
                map: ({ context: { map } }) => new Map([...map, [`${map.size}`, cyclic]]),
              }),
            },
            full: { guard: ({ context }) => context['map'].size > 3, target: 'b' },
          },
        },
        b: {},
      },
    } as Config,
    types('put', 'full'),
  ],
  'a chart without events': [{ initial: 'a', states: { a: {} } }, types()],
};

describe.each(Object.entries(charts))('%s', (_, [config, options]) => {
  test('the paths take every edge, and a running actor takes the same edges', () => {
    const machine: AnyStateMachine = createMachine(config);
    const paths = edgePaths(machine, options);
    expect(uncoveredEdges(machine, paths)).toEqual([]);
    for (const path of paths) traversePath(machine, path);
  });
});

test('times and random ids in the context do not multiply the paths', () => {
  const clock = Date;
  const machine = createMachine({
    context: () => ({ at: Date.now(), id: crypto.randomUUID() }),
    initial: 'a',
    states: {
      a: {
        on: {
          again: { actions: assign({ at: () => new Date(), id: () => Math.random() }) },
          go: 'b',
        },
      },
      b: { on: { go: 'a', stop: 'c' } },
      c: {},
    },
  } as Config);
  const find = () => edgePaths(machine, types('again', 'go', 'stop', 'unheard'));
  expect(find()).toEqual(find());
  expect(find()).toHaveLength(1);
  expect(new Set([Math.random(), Math.random()]).size).toBe(2);
  expect(Date).toBe(clock);
});

test('an exception in the chart is reported with its state and event', () => {
  const answered = (config: object) =>
    createMachine({
      id: 'x',
      initial: 'a',
      states: { a: { invoke: { id: 'i', src: 'i', ...config } } },
    });
  const options = types('xstate.done.actor.i');
  const message = /^x throws at "a" on xstate\.done\.actor\.i with \{\}: [\s\S]*'ok'/;
  const output = ({ event }: { event: { output: { ok: boolean } } }) => event.output.ok;
  expect(() => edgePaths(answered({ onDone: { guard: output } }), options)).toThrow(message);
  expect(() =>
    edgePaths(answered({ onDone: { actions: assign(output as never) } }), options),
  ).toThrow(message);
});

test('a chart that cannot start, or that loops endlessly, throws', () => {
  const hungry = createMachine({
    id: 'x',
    context: ({ input }: { input: { a: string } }) => ({ a: input.a }),
  });
  expect(() => edgePaths(hungry, types())).toThrow("x can't start with the input undefined: ");
  const endless = createMachine({
    id: 'x',
    initial: 'a',
    states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'b' } },
  });
  expect(() => edgePaths(endless, types('go'))).toThrow(
    'x throws at "a" on go with {}: Infinite loop',
  );
});

test('a delay ends only where it is scheduled, and an actor answers only where it runs', () => {
  const machine = createMachine({
    id: 'x',
    initial: 'waiting',
    states: {
      waiting: { after: { 1000: 'open' }, on: { '*': 'any' } },
      open: { on: { '*': 'any' } },
      any: {},
    },
  });
  expect(edgePaths(machine, types()).map(({ steps }) => steps.length)).toEqual([1]);
  expect(uncoveredEdges(machine, edgePaths(machine, types()))).toHaveLength(2);
});

test('a chart of a thousand states is searched once', () => {
  const STATES = 1000;
  let guards = 0;
  const guard = () => {
    guards += 1;
    return true;
  };
  const machine = createMachine({
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length: STATES }, (_, place) => [
        `s${place}`,
        {
          on: {
            next: { target: `s${(place + 1) % STATES}`, guard },
            jump: `s${(place * 7 + 3) % STATES}`,
          },
        },
      ]),
    ),
  });
  expect(uncoveredEdges(machine, edgePaths(machine, types('next', 'jump')))).toEqual([]);
  expect(guards).toBeLessThan(4 * STATES);
});
