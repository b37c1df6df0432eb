import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine } from 'xstate';
import { edgePaths, pathTo, uncoveredEdges } from '#paths/edge-paths.ts';
import type { EdgePathOptions } from '#paths/path-options.ts';
import { reportAsText } from '#paths/report/as-text.ts';
import { isIncomplete, reportChart } from '#paths/report/chart-report.ts';

/** A chart whose guard holds after this many tries. */
const counter = (tries: number): AnyStateMachine =>
  createMachine({
    id: 'counter',
    context: { count: 0 },
    initial: 'open',
    states: {
      open: {
        on: {
          tried: [
            { guard: ({ context }) => context['count'] >= tries, target: 'locked' },
            { actions: assign({ count: ({ context }) => context['count'] + 1 }) },
          ],
        },
      },
      locked: {},
    },
  });

const letters = ['a', 'b', 'c', 'd'];
/** Regions of four states each; the end opens where all of them are in their last state. */
const regions = (count: number): AnyStateMachine =>
  createMachine({
    id: 'regions',
    initial: 'all',
    states: {
      all: {
        type: 'parallel',
        on: {
          ended: { guard: ({ event }) => event['isForced'] === true, target: 'end' },
        },
        states: Object.fromEntries(
          Array.from({ length: count }, (_, region) => [
            `r${region}`,
            {
              initial: 'a',
              states: Object.fromEntries(
                letters.map((key, index) => [
                  key,
                  { on: { [`next${region}`]: letters[(index + 1) % letters.length] as string } },
                ]),
              ),
            },
          ]),
        ),
      },
      end: { type: 'final' },
    },
  });
const regionEvents = (count: number) => [
  { type: 'ended' },
  ...Array.from({ length: count }, (_, region) => ({ type: `next${region}` })),
];

const textOf = (machine: AnyStateMachine, options: EdgePathOptions) =>
  reportAsText(machine, reportChart('chart', machine, options));
const tried = { events: [{ type: 'tried' }] };

describe('a guard that holds late', () => {
  test('is found, however many contexts it takes', () => {
    const machine = counter(300);
    expect(uncoveredEdges(machine, edgePaths(machine, tried))).toEqual([]);
  });

  test('is not called impossible where the search has met its limit', () => {
    const text = textOf(counter(300), { ...tried, limits: { configurations: 100 } });
    expect(text).toContain('open|tried|0: not found within 100 configurations');
    expect(text).toContain('  locked: not found within 100 configurations');
    expect(text).not.toContain('never');
  });

  test('of eight regions with four states each is not called impossible', () => {
    const options = { events: regionEvents(8), limits: { configurations: 2000 } };
    const text = textOf(regions(8), options);
    expect(text).toContain('all|ended|0: not found within 2000 configurations');
    expect(text).toContain('  end: not found within 2000 configurations');
    expect(text).not.toContain('never');
  });

  test('never holds where everything was searched', () => {
    const text = textOf(regions(2), { events: regionEvents(2) });
    expect(text).toContain('all|ended|0: its guard a condition never holds there');
    expect(text).toContain('States that nothing reaches:\n  end: never reached');
  });
});

test('states without edges are named where nothing reaches them, transient and history states not', () => {
  const machine = createMachine({
    id: 'x',
    initial: 'a',
    states: {
      a: { on: { go: 'deciding' } },
      deciding: { initial: 'in', states: { in: {} }, always: 'b' },
      b: { initial: 'last', states: { last: { type: 'history', target: 'c' }, c: {} } },
      island: { initial: 'beach', states: { beach: {} } },
    },
  });
  const report = reportChart('x', machine, { events: [{ type: 'go' }] });
  expect(report.untaken).toEqual([]);
  expect(report.unreached).toEqual([
    { state: 'x.island', reason: 'never reached' },
    { state: 'x.island.beach', reason: 'never reached' },
  ]);
  expect(isIncomplete(report)).toBe(true);
});

test('a path to a history state ends with the edge that leads to it', () => {
  const machine = createMachine({
    id: 'x',
    initial: 'a',
    states: {
      a: { on: { go: 'b' } },
      b: { initial: 'c', states: { c: {}, last: { type: 'history' } }, on: { off: 'z' } },
      z: { on: { resume: 'b.last' } },
    },
  });
  const events = ['go', 'off', 'resume'].map((type) => ({ type }));
  const types = pathTo(machine, { events }, 'last')?.steps.map(({ event }) => event.type);
  expect(types).toEqual(['go', 'off', 'resume']);
});

test('a guard on what is too long to be compared is not called impossible', () => {
  const machine = createMachine({
    id: 'x',
    context: { text: 'x'.repeat(30_000), list: [] as string[] },
    initial: 'a',
    states: {
      a: {
        on: {
          typed: { actions: assign({ list: ({ context }) => [context.text, 'a'] }) },
          go: { guard: ({ context }) => context.list[1] === 'b', target: 'b' },
        },
      },
      b: {},
    },
  });
  const text = textOf(machine, { events: [{ type: 'typed' }, { type: 'go' }] });
  expect(text).toContain(
    'a|go|0: not found within 2 configurations, whose long contexts are compared in part',
  );
});
