import {
  createTestModel,
  getPathsFromEvents,
  getShortestPaths,
  getSimplePaths,
} from '@xstate/graph';
import { describe, expect, test } from 'vitest';
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { charts } from '#charts/model/all-charts.ts';
import { otpMachine } from '#machines/otp.ts';
import { edgePaths } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { inputsOf } from '#paths/path-options.ts';
import { activeStateIds } from '#paths/run-path.ts';
import { toLogic } from '#paths/to-logic.ts';
import { describeConditions } from '#tests/support/each-condition.ts';

/** By value only: the number of simple paths grows exponentially with the number of states. */
const byValue = {
  serializeState: ({ status, value }: AnyMachineSnapshot) => JSON.stringify([status, value]),
};

const valuesOf = (paths: { state: AnyMachineSnapshot }[]): Set<string> =>
  new Set(paths.map(({ state }) => JSON.stringify(state.value)));

describeConditions(
  charts,
  ({ name }) => `@xstate/graph on ${name}`,
  ({ name, machine }) => {
    const options = allOptions[name] ?? { events: [] };
    const { logic, traversal } = toLogic(machine, options);
    const inputs = inputsOf(options);

    test('getSimplePaths and getShortestPaths reach the same state values', () => {
      for (const input of inputs) {
        const simple = getSimplePaths(logic, { ...traversal(input), ...byValue });
        const shortest = getShortestPaths(logic, { ...traversal(input), ...byValue });
        expect(valuesOf(simple)).toEqual(valuesOf(shortest));
        expect(simple.length).toBeGreaterThanOrEqual(shortest.length);
      }
    });

    test('getShortestPaths reaches every state that the paths from an input pass', () => {
      const idsIn = (values: StateValue[]) =>
        new Set(values.flatMap((value) => activeStateIds(machine, value)));
      for (const input of inputs) {
        const reached = getShortestPaths(logic, traversal(input)).map(({ state }) => state.value);
        const passed = edgePaths(machine, { ...options, inputs: [input] }).flatMap(
          ({ start, steps }) => [start, ...steps.map(({ value }) => value)],
        );
        expect(idsIn(reached)).toEqual(idsIn(passed));
      }
    });

    test('getPathsFromEvents replays every shortest path', () => {
      for (const input of inputs) {
        const forInput = { ...traversal(input), ...byValue };
        for (const { state, steps } of getShortestPaths(logic, forInput)) {
          const events = steps.slice(1).map(({ event }) => event);
          const [replayed] = getPathsFromEvents(logic, events, forInput);
          expect(replayed?.state.value).toEqual(state.value);
        }
      }
    });

    test('a test model from createTestModel calls the test of each event and of the last state', async () => {
      const model = createTestModel(logic, { ...traversal(), ...byValue });
      for (const path of model.getShortestPaths()) {
        const sent: string[] = [];
        const visited: unknown[] = [];
        const events = Object.fromEntries(
          path.steps.map(({ event }) => [event.type, () => void sent.push(event.type)]),
        );
        await path.test({ events, states: { '*': ({ value }) => void visited.push(value) } });
        expect(sent).toEqual(path.steps.map(({ event }) => event.type));
        expect(visited).toHaveLength(path.steps.length);
      }
    });
  },
);

describe('toLogic', () => {
  const options = allOptions['otp'] ?? { events: [] };
  const { logic, traversal } = toLogic(otpMachine, options);
  const input = options.inputs?.[1];

  test('finds states behind the result of an actor and the end of a delay', () => {
    const reached = getShortestPaths(logic, traversal(input));
    const types = new Set(reached.flatMap(({ steps }) => steps.map(({ event }) => event.type)));
    expect(types).toContain('xstate.done.actor.sendCode');
    expect(types).toContain('xstate.after.resendPause.otp.open.delivery.waiting');
    expect(reached.some(({ state }) => state.matches('refused'))).toBe(true);
  });

  test('gives the same paths in every call, although the chart reads the clock', () => {
    const find = () =>
      getShortestPaths(logic, traversal(input)).map(({ steps }) => steps.map(({ event }) => event));
    expect(find()).toEqual(find());
  });

  test('ignores an event that is not among the options', () => {
    const initial = logic.getInitialSnapshot({} as never, input);
    const unlisted = { type: 'xstate.done.actor.sendCode', output: { ok: 'unlisted' } };
    expect(logic.transition(initial, unlisted, {} as never)).toBe(initial);
  });
});
