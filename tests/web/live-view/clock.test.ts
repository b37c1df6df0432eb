import { afterEach, expect, test } from 'vitest';
import { createClock, installClock } from '#charts/simulation/clock.ts';

let restore = (): void => {};
afterEach(() => restore());

test('timers end in the order of their times, those that a timer starts included', async () => {
  const clock = createClock();
  const ended: string[] = [];
  const note = (name: string) => ended.push(`${name} ${clock.elapsedMs()}`);
  clock.setTimeout(() => note('late'), 300);
  clock.setTimeout(() => {
    note('early');
    clock.setTimeout(() => note('nested'), 50);
  }, 100);
  await clock.turn(99);
  expect(ended).toEqual([]);
  expect(clock.nextInMs()).toBe(1);
  await clock.turn(201);
  expect(ended).toEqual(['early 100', 'nested 150', 'late 300']);
  expect(clock.nextInMs()).toBeUndefined();
});

test('timers of one time end in the order in which they were started', async () => {
  const clock = createClock();
  const ended: number[] = [];
  for (const number of [1, 2, 3]) clock.setTimeout(() => ended.push(number), 10);
  await clock.turn(10);
  expect(ended).toEqual([1, 2, 3]);
});

test('an interval repeats until it is cleared', async () => {
  const clock = createClock();
  const ticks: number[] = [];
  const id = clock.setInterval(() => ticks.push(clock.elapsedMs()), 10);
  await clock.turn(35);
  expect(ticks).toEqual([10, 20, 30]);
  clock.clearInterval(id);
  await clock.turn(100);
  expect(ticks).toHaveLength(3);
});

test('a promise that waits for a timer goes on before the next timer ends', async () => {
  const clock = createClock();
  const times: number[] = [];
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => clock.setTimeout(() => resolve(), ms));
  const run = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await sleep(10);
      times.push(clock.elapsedMs());
    }
  };
  void run();
  await clock.turn(100);
  expect(times).toEqual([10, 20, 30]);
});

test('an installed clock tells the time of the thread, and is taken out again', async () => {
  const clock = createClock();
  const before = { Date, setTimeout };
  restore = installClock(clock, 5000);
  let ended = false;
  setTimeout(() => {
    ended = true;
  }, 60_000);
  await clock.turn(60_000);
  expect(ended).toBe(true);
  expect([Date.now(), performance.now()]).toEqual([65_000, 60_000]);
  expect([new Date().toJSON(), new Date(7).getTime()]).toEqual(['1970-01-01T00:01:05.000Z', 7]);
  restore();
  expect({ Date, setTimeout }).toEqual(before);
});
