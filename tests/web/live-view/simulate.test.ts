import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type AnyStateMachine,
  assign,
  createMachine,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
  sendParent,
  setup,
} from 'xstate';
import { createClock, installClock } from '#charts/simulation/clock.ts';
import { openChart } from '#charts/simulation/opened-chart.ts';
import { simulate } from '#charts/simulation/simulate.ts';
import { applyMessage, emptyLiveState, type LiveState } from '#charts/viewer/live/live-state.ts';
import { doorMachine } from '#tests/examples/door/door.ts';

const clock = createClock();
let restore = (): void => {};
beforeEach(() => {
  restore = installClock(clock, 0);
});
afterEach(() => restore());

/** Runs a chart; what the live view shows of it is `live`. */
const run = (
  machine: AnyStateMachine,
  { input, children = {} }: { input?: unknown; children?: Record<string, AnyStateMachine> } = {},
) => {
  const view: { live: LiveState; thrown: string[] } = { live: emptyLiveState, thrown: [] };
  const simulation = simulate(
    { machine, children, input, name: 'chart', page: 'p' },
    (message) => {
      view.live = applyMessage(view.live, structuredClone(message));
    },
    (action, error) => view.thrown.push(`${action}: ${error}`),
  );
  simulation.start();
  const actor = (chart = machine.id) => view.live.actors.find((one) => one.chart === chart);
  return {
    view,
    actor,
    value: () => actor()?.snapshot.value,
    send: (event: { type: string; [field: string]: unknown }, chart?: string) =>
      simulation.send(actor(chart)?.session ?? '', event),
  };
};

test('a promise waits for its answer, which ends it', () => {
  const { view, value, send } = run(doorMachine);
  send({ type: 'code.entered' });
  expect(value()).toBe('checking');
  send({ type: 'xstate.done.actor.check', output: { isRight: true } });
  expect(value()).toBe('open');
  const check = view.live.actors.find(({ name }) => name === 'check');
  expect(check?.snapshot).toMatchObject({ status: 'done', output: { isRight: true } });
});

test('a failure of a promise is an error with the given text', () => {
  const machine = createMachine({
    id: 'failing',
    context: { reason: '' },
    invoke: {
      id: 'load',
      src: fromPromise(async () => 'own logic'),
      onError: {
        actions: assign({ reason: ({ event }) => (event.error as Error).message }),
      },
    },
  });
  const { actor, send } = run(machine);
  send({ type: 'xstate.error.actor.load', error: 'offline' });
  expect(actor()?.snapshot.context).toEqual({ reason: 'offline' });
});

test('delays and the timers of a callback end when the clock is turned', async () => {
  const machine = setup({
    actors: {
      ticks: fromCallback(({ sendBack }) => {
        const timer = setInterval(() => sendBack({ type: 'tick' }), 10);
        return () => clearInterval(timer);
      }),
    },
  }).createMachine({
    id: 'watch',
    context: { ticks: 0 },
    initial: 'running',
    states: {
      running: {
        invoke: { src: 'ticks' },
        on: { tick: { actions: assign({ ticks: ({ context }) => context['ticks'] + 1 }) } },
        after: { 100: 'ended' },
      },
      ended: {},
    },
  });
  const { actor, value } = run(machine);
  await clock.turn(55);
  expect(actor()?.snapshot.context).toEqual({ ticks: 5 });
  await clock.turn(1000);
  expect(value()).toBe('ended');
  expect(clock.nextInMs()).toBeUndefined();
});

const child = createMachine({
  id: 'child',
  initial: 'asking',
  states: { asking: { on: { agreed: 'ended' } }, ended: { type: 'final' } },
  output: { isAgreed: true },
});
const parent = setup({ actors: {} as { kid: PromiseActorLogic<{ isAgreed: boolean }, void> } });
const parentMachine = parent.createMachine({
  id: 'parent',
  initial: 'open',
  states: { open: { invoke: { id: 'kid', src: 'kid', onDone: 'closed' } }, closed: {} },
});

test('a child chart runs itself, also one that the parent declares by type only', () => {
  const { value, send } = run(parentMachine, { children: { kid: child } });
  expect(value()).toBe('open');
  send({ type: 'agreed' }, 'child');
  expect(value()).toBe('closed');
});

test('an action that throws ends only itself', () => {
  const machine = createMachine({
    id: 'writing',
    initial: 'blank',
    entry: function write() {
      throw new Error('document is not defined');
    },
    states: { blank: { on: { go: 'written' } }, written: {} },
  });
  const { view, value, send } = run(machine);
  expect(view.thrown).toEqual(['write: Error: document is not defined']);
  send({ type: 'go' });
  expect(value()).toBe('written');
});

test('a chart that throws while it takes an event has stopped, with the reason', () => {
  const machine = createMachine({
    id: 'broken',
    on: {
      go: {
        actions: assign(() => {
          throw new Error('broken on purpose');
        }),
      },
    },
  });
  const { actor, send } = run(machine);
  send({ type: 'go' });
  expect(actor()).toMatchObject({ isRunning: false });
  expect(actor()?.snapshot.error).toBe('Error: broken on purpose');
});

test('a chart that needs another input has stopped, with the reason', () => {
  const machine = createMachine({
    id: 'named',
    context: ({ input }) => ({ name: (input as { name: string }).name }),
  });
  expect(run(machine).actor()?.snapshot.error).toContain("reading 'name'");
  expect(run(machine, { input: { name: 'Asha' } }).actor()?.snapshot.context).toEqual({
    name: 'Asha',
  });
});

test('what a chart sends to its parent or to another flow does not come back to it', () => {
  const machine = createMachine({
    id: 'alone',
    initial: 'quiet',
    entry: sendParent({ type: 'told' }),
    states: { quiet: { on: { told: 'loud' } }, loud: {} },
  });
  expect(run(machine).value()).toBe('quiet');
});

test('values are shown as they are, because a simulation has no secrets', () => {
  const machine = createMachine({ id: 'open', context: { password: 'quiet lantern 123456' } });
  expect(run(machine).actor()?.snapshot.context).toEqual({ password: 'quiet lantern 123456' });
});

test('an endless loop of transitions ends the chart with a sentence', () => {
  const machine = createMachine({
    id: 'loop',
    initial: 'a',
    states: { a: { on: { go: 'b' } }, b: { always: 'c' }, c: { always: 'b' } },
  });
  const { actor, send } = run(machine);
  send({ type: 'go' });
  expect(actor()?.snapshot.error).toContain('Infinite loop');
});

test('a guard without an implementation is named before the start', () => {
  const machine = createMachine({ id: 'guarded', on: { go: { guard: 'isReady' } } });
  expect(() => run(machine)).toThrow('the guard isReady must be implemented');
});

test('an opened chart has its children and the listed events of each', () => {
  const grandparent = setup({ actors: { inner: parentMachine } }).createMachine({
    id: 'grandparent',
    invoke: { src: 'inner' },
  });
  const opened = openChart('file-name', grandparent, {
    events: [{ type: 'go' }],
    inputs: [1, 2],
    children: { kid: { machine: child, events: [{ type: 'agreed' }] } },
  });
  expect(opened.charts.map(({ name }) => name)).toEqual(['file-name', 'parent', 'child']);
  expect(opened.events).toEqual({ 'file-name': [{ type: 'go' }], child: [{ type: 'agreed' }] });
  expect(opened.inputs).toEqual([1, 2]);
});
