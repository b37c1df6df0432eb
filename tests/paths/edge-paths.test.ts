import { expect, test } from 'vitest';
import { assign, type PromiseActorLogic, setup } from 'xstate';
import { edgePaths, pathTo, uncoveredEdges } from '#paths/edge-paths.ts';

/** A counting guard, an invoked promise, a delay and parallel regions. */
const machine = setup({
  types: {
    context: {} as { tries: number },
    input: {} as { isLocked: boolean },
    events: {} as { type: 'tried' | 'reset' | 'light.switched' },
  },
  actors: {} as { check: PromiseActorLogic<{ isRight: boolean }, void> },
  delays: { pause: 1000 },
  guards: {
    isLast: ({ context }) => context.tries >= 2,
    isLocked: ({ context }) => context.tries === 9,
    isRight: (_, { isRight }: { isRight: boolean }) => isRight,
  },
  actions: { count: assign({ tries: ({ context }) => context.tries + 1 }) },
}).createMachine({
  id: 'door',
  context: ({ input }) => ({ tries: input.isLocked ? 9 : 0 }),
  type: 'parallel',
  states: {
    lock: {
      initial: 'arriving',
      states: {
        arriving: { always: [{ guard: 'isLocked', target: 'locked' }, { target: 'closed' }] },
        closed: { on: { tried: 'checking' } },
        checking: {
          invoke: {
            id: 'check',
            src: 'check',
            onDone: [
              { guard: { type: 'isRight', params: ({ event }) => event.output }, target: 'open' },
              { guard: 'isLast', target: 'locked' },
              { target: 'closed', actions: 'count' },
            ],
            onError: 'closed',
          },
        },
        locked: { after: { pause: 'closed' } },
        open: { type: 'final' },
      },
    },
    light: {
      initial: 'off',
      states: { off: { on: { 'light.switched': 'on' } }, on: { on: { 'light.switched': 'off' } } },
    },
  },
});

const events = [
  { type: 'tried' },
  { type: 'light.switched' },
  { type: 'xstate.done.actor.check', output: { isRight: true } },
  { type: 'xstate.done.actor.check', output: { isRight: false } },
];
const inputs = [{ isLocked: false }, { isLocked: true }];

test('few paths take every edge: counting guards, invokes, delays and parallel regions', () => {
  const paths = edgePaths(machine, { events, inputs });
  expect(uncoveredEdges(machine, paths)).toEqual([]);
  expect(paths.length).toBeLessThanOrEqual(3);
});

test('the same chart, events and inputs give the same paths', () => {
  expect(edgePaths(machine, { events, inputs })).toEqual(edgePaths(machine, { events, inputs }));
});

test('edges that depend on another input stay uncovered', () => {
  const paths = edgePaths(machine, { events, input: { isLocked: false } });
  expect(uncoveredEdges(machine, paths)).toEqual(['door.lock.arriving||0']);
});

test('an edge whose event is not listed stays uncovered', () => {
  const paths = edgePaths(machine, { events: events.slice(0, 3), inputs });
  expect(uncoveredEdges(machine, paths)).toEqual([
    'door.lock.checking|xstate.done.actor.check|1',
    'door.lock.checking|xstate.done.actor.check|2',
  ]);
});

test('pathTo finds the shortest path to a state', () => {
  const steps = (state: string, some = inputs) =>
    pathTo(machine, { events, inputs: some }, state)?.steps.map(({ event }) => event.type);
  expect(steps('locked')).toEqual([]);
  expect(steps('door.lock.locked', [{ isLocked: false }])).toHaveLength(6);
  expect(steps('open')).toEqual(['tried', 'xstate.done.actor.check']);
});

test('an unreachable state has no path; an unknown state throws', () => {
  const only = { events: [{ type: 'light.switched' }], input: { isLocked: false } };
  expect(pathTo(machine, only, 'open')).toBeUndefined();
  expect(() => pathTo(machine, only, 'ajar')).toThrow('door has no state ajar');
});
