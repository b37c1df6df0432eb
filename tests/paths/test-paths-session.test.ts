import { getShortestPaths } from '@xstate/graph';
import { expect, test } from 'vitest';
import { type AnyEventObject, type AnyMachineSnapshot, createMachine } from 'xstate';
import { edgePaths } from '#paths/edge-paths.ts';
import { activeStateIds, type PathDrivers, runPath } from '#paths/run-path.ts';
import { toLogic } from '#paths/to-logic.ts';

const machine = createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { pressed: 'on' } },
    on: { after: { 1000: 'off' }, on: { pressed: 'off' } },
  },
});
const options = { events: [{ type: 'pressed' }] };

interface Lamp {
  isOn: boolean;
}

const shows = (isOn: boolean) => (lamp: Lamp) => expect(lamp.isOn).toBe(isOn);
const drivers = (turnOff = (lamp: Lamp) => Object.assign(lamp, { isOn: false })) =>
  ({
    start: () => ({ isOn: false }),
    events: {
      pressed: (lamp) => Object.assign(lamp, { isOn: !lamp.isOn }),
      'xstate.after.1000.lamp.on': turnOff,
    },
    states: { 'lamp.off': shows(false), 'lamp.on': shows(true) },
  }) satisfies PathDrivers<Lamp>;

/** Drivers as the system under test that `testPaths()` of XState 6 takes. */
const sutOf = <Subject>({ start, events, states }: PathDrivers<Subject>) => ({
  create: async (input?: unknown) => {
    const subject = await start(input);
    return {
      send: (event: AnyEventObject) => events[event.type]?.(subject, event),
      /** The ids of the states that the subject shows. */
      read: () =>
        Object.keys(states).filter((id) => {
          try {
            states[id]?.(subject);
            return true;
          } catch {
            return false;
          }
        }),
    };
  },
  projectModel: ({ value }: AnyMachineSnapshot) => activeStateIds(machine, value),
});

/** Sends each path to a new session and compares what it shows with the model, as `testPaths()` does. */
const testEachPath = async (sut: ReturnType<typeof sutOf<Lamp>>): Promise<number> => {
  const { logic, traversal } = toLogic(machine, options);
  const paths = getShortestPaths(logic, traversal());
  for (const { steps } of [...paths, { steps: backAgain(logic) }]) {
    const session = await sut.create();
    for (const { event, state } of steps) {
      await session.send(event);
      expect(session.read()).toEqual(sut.projectModel(state));
    }
  }
  return paths.length;
};

/** On, and off by the delay. */
const backAgain = (logic: ReturnType<typeof toLogic>['logic']) => {
  const scope = {} as never;
  const off = logic.getInitialSnapshot(scope);
  const on = logic.transition(off, { type: 'pressed' }, scope);
  const event = { type: 'xstate.after.1000.lamp.on' };
  return [
    { event: { type: 'pressed' }, state: on },
    { event, state: logic.transition(on, event, scope) },
  ];
};

test('the same drivers run a path here, and as a session of testPaths() of XState 6', async () => {
  for (const path of edgePaths(machine, options)) await runPath(machine, path, drivers());
  expect(await testEachPath(sutOf<Lamp>(drivers()))).toBe(2);
});

test('a subject that shows another state fails in both', async () => {
  const broken = drivers((lamp) => lamp);
  const paths = edgePaths(machine, options);
  await expect(Promise.all(paths.map((path) => runPath(machine, path, broken)))).rejects.toThrow(
    'After pressed',
  );
  await expect(testEachPath(sutOf<Lamp>(broken))).rejects.toThrow('to deeply equal');
});
