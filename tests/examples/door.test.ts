import { createTestModel, getShortestPaths } from '@xstate/graph';
import { expect, test } from 'vitest';
import { edgePaths, uncoveredEdges } from '#paths/edge-paths.ts';
import { pathTo } from '#paths/path-to.ts';
import { toLogic } from '#paths/to-logic.ts';
import { doorMachine, options } from './door.ts';

test('a few paths take every edge', () => {
  const paths = edgePaths(doorMachine, options);
  expect(uncoveredEdges(doorMachine, paths)).toEqual([]);
});

test('the shortest path to the locked door has three wrong codes', () => {
  const events = pathTo(doorMachine, options, 'locked')?.steps.map(({ event }) => event.type);
  expect(events?.filter((type) => type === 'code.entered')).toHaveLength(3);
});

test('@xstate/graph finds the open door', () => {
  const { logic, traversal } = toLogic(doorMachine, options);
  const paths = getShortestPaths(logic, traversal());
  expect(paths.some(({ state }) => state.matches('open'))).toBe(true);
});

test('a test model drives a system under test', async () => {
  const { logic, traversal } = toLogic(doorMachine, options);
  const entered: string[] = [];
  for (const path of createTestModel(logic, traversal()).getShortestPaths())
    await path.test({
      events: { 'code.entered': () => void entered.push('123456') }, // type the code here
      states: { locked: () => {} }, // and assert what the user sees here
    });
  expect(entered.length).toBeGreaterThan(0);
});
