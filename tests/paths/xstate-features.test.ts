import { createTestModel, getShortestPaths } from '@xstate/graph';
import { describe, expect, test } from 'vitest';
import { and, createMachine, raise, sendParent, sendTo } from 'xstate';
import { edgePaths, uncoveredEdges } from '#paths/edge-paths.ts';
import { toLogic } from '#paths/to-logic.ts';
import { traversePath } from '#tests/support/charts/traverse-chart.ts';
import { COUNT_MAX, features } from '#tests/support/charts/xstate-features.ts';

describe.each(features)('$feature', ({ machine, options }) => {
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
