import pictures from 'virtual:approved-pictures';
import { expect, test } from 'vitest';
import { charts } from '#charts/model/all-charts.ts';
import { edgeNames, statePaths } from '#charts/model/state-paths.ts';
import { loadPaths, pathsThrough, picturesOf } from '#charts/viewer/live/approved-paths.ts';

const hereIn = (text: string, place: Parameters<typeof pathsThrough>[1]) =>
  pathsThrough(text, place).map(({ title, lines }) => [
    title,
    ...lines.filter(({ isHere }) => isHere).map((line) => line.text.trim()),
  ]);

const TEXT = `door: 3 states, 2 edges, 2 paths, 3 steps

Path 1 of 2
  from {}
  0. → shut.{lock.off, light.on}
     shut.deciding||0
  1. opened
     → open
     shut|opened|0 [isUnlocked] / tell

Path 2 of 2
  0. → shut.{lock.on, light.on}
  1. opened
     → shut.{lock.on, light.on}
     shut|opened|01

Edges that nothing opens:
  shut|opened|0: its guard never holds
`;

test('a state is passed by the paths that stay in it, in a region or a state of it, or leave it at once', () => {
  expect(hereIn(TEXT, { state: 'shut.lock.off' })).toEqual([
    ['Path 1 of 2', '0. → shut.{lock.off, light.on}'],
  ]);
  expect(hereIn(TEXT, { state: 'shut.lock' }).map(([title]) => title)).toEqual([
    'Path 1 of 2',
    'Path 2 of 2',
  ]);
  expect(hereIn(TEXT, { state: 'shut.deciding' })).toEqual([['Path 1 of 2', 'shut.deciding||0']]);
  expect(hereIn(TEXT, { state: 'shut.lo' })).toEqual([]);
});

test('an edge is passed by the paths that take it', () => {
  expect(hereIn(TEXT, { edge: 'shut|opened|0' })).toEqual([
    ['Path 1 of 2', 'shut|opened|0 [isUnlocked] / tell'],
  ]);
});

test('every approved picture of a state is linked from one of its states', async () => {
  const folders = charts.filter(({ name }) => pictures[name]);
  expect(folders.length).toBeGreaterThan(15);
  for (const { name, machine } of folders) {
    const text = await loadPaths(name);
    const linked = [...statePaths(machine).values()].flatMap((state) =>
      picturesOf(name, text, state).map((picture) => picture.name),
    );
    expect([name, pictures[name]?.filter((picture) => !linked.includes(picture))]).toEqual([
      name,
      [],
    ]);
  }
});

test('every edge is in a path of its chart, except those that nothing opens', async () => {
  for (const { name, machine } of charts) {
    const text = await loadPaths(name);
    const unopened = text.split('Edges that nothing opens:')[1] ?? '';
    const lost = [...edgeNames(machine).values()].filter(
      (edge) => !unopened.includes(edge) && pathsThrough(text, { edge }).length === 0,
    );
    expect([name, lost]).toEqual([name, []]);
  }
});
