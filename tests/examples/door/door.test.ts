import { readFileSync } from 'node:fs';
import { createTestModel, getShortestPaths } from '@xstate/graph';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pathsText } from '#paths/command/texts.ts';
import { edgePaths, pathTo, uncoveredEdges } from '#paths/edge-paths.ts';
import { driverErrors, type PathDrivers, runPath } from '#paths/run-path.ts';
import { toLogic } from '#paths/to-logic.ts';
import { options } from './door.paths.ts';
import { doorMachine } from './door.ts';
import { DoorLock } from './door-lock.ts';

const paths = edgePaths(doorMachine, options);

test('a few paths take every edge', () => {
  expect(uncoveredEdges(doorMachine, paths)).toEqual([]);
});

test('the paths are the approved ones', () => {
  const approved = readFileSync(new URL('door.paths.txt', import.meta.url), 'utf8');
  const text = pathsText([{ name: 'door', machine: doorMachine, options }]);
  expect(`${text}\n`, 'If the change is intended: npm run paths -- ./door.ts --approve').toBe(
    approved,
  );
});

interface Answer {
  resolve: (isRight: boolean) => void;
  reject: (error: Error) => void;
}

/** A lock whose check of a code is answered by the drivers. */
const createSubject = () => {
  const asked: Answer[] = [];
  const lock = new DoorLock(
    () => new Promise((resolve, reject) => void asked.push({ resolve, reject })),
  );
  return { lock, asked };
};

const drivers: PathDrivers<ReturnType<typeof createSubject>> = {
  start: createSubject,
  events: {
    'code.entered': ({ lock }) => void lock.enter('123456'),
    'xstate.done.actor.check': ({ asked }, { output }) => asked.pop()?.resolve(output.isRight),
    'xstate.error.actor.check': ({ asked }) => asked.pop()?.reject(new Error('offline')),
    'xstate.after.pause.door.locked': () => vi.advanceTimersByTime(60_000),
  },
  states: {
    'door.closed': ({ lock }) => vi.waitFor(() => expect(lock.display).toBe('Enter the code')),
    'door.checking': ({ lock }) => expect(lock.display).toBe('Checking'),
    'door.locked': ({ lock }) => vi.waitFor(() => expect(lock.display).toBe('Locked')),
    'door.open': ({ lock }) => vi.waitFor(() => expect(lock.display).toBe('Open')),
  },
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('every event has a driver and every state has a check', () => {
  expect(driverErrors(doorMachine, paths, drivers)).toEqual([]);
});

test.each(paths)('the lock follows path %#', (path) => runPath(doorMachine, path, drivers));

test('the shortest path to the locked door has three wrong codes', () => {
  const events = pathTo(doorMachine, options, 'locked')?.steps.map(({ event }) => event.type);
  expect(events?.filter((type) => type === 'code.entered')).toHaveLength(3);
});

test('@xstate/graph finds the open door', () => {
  const { logic, traversal } = toLogic(doorMachine, options);
  const reached = getShortestPaths(logic, traversal());
  expect(reached.some(({ state }) => state.matches('open'))).toBe(true);
});

test('a test model of @xstate/graph drives a subject', async () => {
  const { logic, traversal } = toLogic(doorMachine, options);
  const entered: string[] = [];
  for (const path of createTestModel(logic, traversal()).getShortestPaths())
    await path.test({
      events: { 'code.entered': () => void entered.push('123456') }, // enter the code here
      states: { locked: () => {} }, // and check here what the user sees
    });
  expect(entered.length).toBeGreaterThan(0);
});
