import { expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { edgePaths } from '#paths/edge-paths.ts';
import { driverErrors, type PathDrivers, runPath } from '#paths/run-path.ts';

const machine = createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { pressed: 'on' } },
    on: { initial: 'dim', states: { dim: { id: 'glow', on: { turned: 'bright' } }, bright: {} } },
  },
});
const options = { events: [{ type: 'pressed' }, { type: 'turned' }] };
const paths = edgePaths(machine, options);
const [path] = paths;
if (!path) throw new Error('no path');

/** A lamp that shows what the drivers set. */
const drivers = (bright = 'bright'): PathDrivers<{ light: string }> => {
  const shows = (light: string) => (lamp: { light: string }) => expect(lamp.light).toBe(light);
  return {
    start: () => ({ light: 'off' }),
    events: {
      pressed: (lamp) => Object.assign(lamp, { light: 'dim' }),
      turned: (lamp) => Object.assign(lamp, { light: bright }),
    },
    states: { 'lamp.off': shows('off'), glow: shows('dim'), 'lamp.on.bright': shows('bright') },
    end: vi.fn(),
  };
};

test('a subject that shows every state passes, and is ended', async () => {
  const right = drivers();
  await runPath(machine, path, right);
  expect(right.end).toHaveBeenCalledOnce();
});

test('a subject that shows another state fails with the events up to there, and is ended', async () => {
  const wrong = drivers('flickering');
  await expect(runPath(machine, path, wrong)).rejects.toThrow(
    "After pressed, turned: expected 'flickering' to be 'bright'",
  );
  expect(wrong.end).toHaveBeenCalledOnce();
});

test('a failure of the start state says so', async () => {
  const wrong = { ...drivers(), start: () => ({ light: 'on' }) };
  await expect(runPath(machine, path, wrong)).rejects.toThrow('After the start: expected');
});

test('missing and useless drivers and checks are named before the path begins', async () => {
  const start = vi.fn(() => ({ light: 'off' }));
  const incomplete = { start, events: { presed: () => {} }, states: { 'lamp.of': () => {} } };
  const errors = [
    'No driver for the event pressed',
    'No driver for the event turned',
    'No check for the state lamp.off',
    'No check for the state glow',
    'No check for the state lamp.on.bright',
    'lamp has no event presed',
    'lamp has no state lamp.of',
  ];
  expect(driverErrors(machine, paths, incomplete)).toEqual(errors);
  await expect(runPath(machine, path, incomplete)).rejects.toThrow(errors.join('\n'));
  expect(start).not.toHaveBeenCalled();
});
