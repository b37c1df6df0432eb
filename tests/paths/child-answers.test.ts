import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createMachine } from 'xstate';
import { charts } from '#charts/model/all-charts.ts';
import { edgePaths, uncoveredEdges } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import type { EdgePathOptions } from '#paths/path-options.ts';
import { reportAsText } from '#paths/report/as-text.ts';
import { isIncomplete, reportChart } from '#paths/report/chart-report.ts';

type Config = Parameters<typeof createMachine>[0];

const answer = (reason: string) =>
  assign({ output: ({ context }) => ({ reason, email: context['email'] }) });

/** Asks for an address; passes on what was typed, or is left without. */
const asking: AnyStateMachine = createMachine({
  id: 'asking',
  context: ({ input }) => ({ email: '', isShort: (input as { isShort: boolean }).isShort }),
  initial: 'open',
  states: {
    open: {
      on: {
        typed: { actions: assign({ email: ({ event }) => event['email'] }) },
        sent: {
          guard: ({ context }) => context['email'] !== '',
          target: 'ended',
          actions: answer('sent'),
        },
        left: {
          guard: ({ context }) => context['isShort'] && context['email'] === '',
          target: 'ended',
          actions: answer('left'),
        },
      },
    },
    ended: { type: 'final' },
  },
  output: ({ context }) => context['output'],
} as Config);

/** A chart that asks, and has an edge for each answer. */
const parent = (child: AnyStateMachine, isShort = true): AnyStateMachine =>
  createMachine(
    {
      id: 'x',
      initial: 'idle',
      states: {
        idle: { on: { begun: 'asking' } },
        asking: {
          invoke: {
            id: 'ask',
            src: 'asking',
            input: { isShort },
            onDone: [
              { guard: ({ event }) => event['output'].reason === 'sent', target: 'sent' },
              { guard: ({ event }) => event['output'].reason === 'left', target: 'left' },
            ],
            onError: 'left',
          },
        },
        sent: {},
        left: {},
      },
    } as Config,
    { actors: { asking: child as never } },
  );

const begun = { type: 'begun' };
const typed = ['', 'a@b.example'].map((email) => ({ type: 'typed', email }));
const children = { asking: { events: [...typed, { type: 'sent' }, { type: 'left' }] } };
const DONE = 'xstate.done.actor.ask';
const report = (machine: AnyStateMachine, options: EdgePathOptions) =>
  reportChart('x', machine, options);

describe('answers of a child chart that are not listed', () => {
  test('are those with which the child ends, for the input that it gets', () => {
    const all = edgePaths(parent(asking), { events: [begun], children });
    expect(uncoveredEdges(parent(asking), all)).toEqual([]);
    const outputs = all.flatMap(({ steps }) => steps).flatMap(({ event }) => event['output'] ?? []);
    expect(outputs).toContainEqual({ reason: 'sent', email: 'a@b.example' });
    expect(outputs).toContainEqual({ reason: 'left', email: '' });
    const long = parent(asking, false);
    expect(uncoveredEdges(long, edgePaths(long, { events: [begun], children }))).toEqual([
      `x.asking|${DONE}|1`,
    ]);
  });

  test('are found in a child that is written inline, and in a child of a child', () => {
    const inner = createMachine({
      id: 'inner',
      initial: 'a',
      states: { a: { on: { go: 'b' } }, b: { type: 'final' } },
      output: { reason: 'inside' },
    });
    const outer = createMachine({
      id: 'outer',
      initial: 'a',
      context: { reason: '' },
      states: {
        a: {
          invoke: {
            id: 'inner',
            src: inner,
            onDone: {
              target: 'b',
              actions: assign({ reason: ({ event }) => event['output'].reason }),
            },
          },
        },
        b: { type: 'final' },
      },
      output: ({ context }) => context,
    } as Config);
    const machine = createMachine({
      initial: 'a',
      states: { a: { invoke: { id: 'outer', src: outer, onDone: 'b' } }, b: {} },
    });
    const [path] = edgePaths(machine, { events: [] });
    expect(path?.steps.map(({ event }) => event['output'])).toEqual([{ reason: 'inside' }]);
  });

  test('are missing with the reason where the child never ends, or needs payloads', () => {
    const endless = createMachine({ id: 'endless', initial: 'a', states: { a: {} } });
    expect(report(parent(endless), { events: [begun] }).untaken[0]?.reason).toBe(
      `needs an event ${DONE}: endless never ends so`,
    );
    const picky = createMachine({
      id: 'picky',
      initial: 'a',
      states: {
        a: { on: { go: { guard: ({ event }) => event['sizes'].length > 1, target: 'b' } } },
        b: { type: 'final' },
      },
    });
    expect(report(parent(picky), { events: [begun] }).untaken[0]?.reason).toMatch(
      `needs an event ${DONE}: list it, because picky throws at "a" on go`,
    );
  });

  test('are none of a chart that invokes itself', () => {
    const machine: AnyStateMachine = createMachine({
      id: 'x',
      initial: 'a',
      states: { a: { invoke: { id: 'x', src: 'x', onDone: 'b' } }, b: { type: 'final' } },
    });
    const options = { events: [], children: { x: { machine } } };
    expect(report(machine, options).untaken[0]?.reason).toContain('x never ends');
  });
});

describe('listed answers of a child chart', () => {
  const withAnswers = (...outputs: unknown[]): EdgePathOptions => ({
    events: [begun, ...outputs.map((output) => ({ type: DONE, output }))],
    children,
  });
  const wrongOf = (options: EdgePathOptions) =>
    report(parent(asking), options).wrongAnswers.map(({ event }) => event['output']);

  test('may have other values of what the child only passes on', () => {
    const sent = { reason: 'sent', email: 'someone@else.example' };
    expect(wrongOf(withAnswers(sent, { reason: 'left', email: '' }))).toEqual([]);
  });

  test('are reported where the child never gives them', () => {
    const wrong = [
      { reason: 'snet', email: 'a@b.example' },
      { reason: 'sent' },
      { reason: 'left', email: '', isLate: true },
      { reason: 'left', email: 1 },
      'left',
    ];
    const options = withAnswers({ reason: 'left', email: '' }, ...wrong);
    expect(wrongOf(options)).toEqual(wrong);
    const result = report(parent(asking), options);
    expect(reportAsText(parent(asking), result)).toContain(
      `Answers that the child chart does not give:\n  ${DONE}  output: { reason: 'snet', email: 'a@b.example' }: asking never ends so`,
    );
    expect(isIncomplete({ ...result, untaken: [], unreached: [] })).toBe(true);
  });

  test('are not called impossible where the child has too many configurations', () => {
    const counting = createMachine({
      id: 'counting',
      context: { count: 0 },
      initial: 'open',
      states: {
        open: {
          on: {
            more: { actions: assign({ count: ({ context }) => context.count + 1 }) },
            end: { guard: ({ context }) => context.count > 5000, target: 'sent' },
          },
        },
        sent: { type: 'final' },
      },
      output: { reason: 'sent' },
    });
    const { wrongAnswers } = report(parent(counting), {
      events: [begun, { type: DONE, output: { reason: 'sent' } }],
    });
    expect(wrongAnswers).toMatchObject([{ reason: 'not found within 2000 configurations' }]);
  });
});

test.each(charts)(
  'the listed answers of the children of $name are ones that they give',
  (chart) => {
    const { name, machine } = chart;
    expect(report(machine, allOptions[name] ?? { events: [] }).wrongAnswers).toEqual([]);
  },
);
