import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, and, createMachine, emit, sendTo } from 'xstate';
import { pathToText } from '#paths/command/texts.ts';
import { edgePaths, pathTo } from '#paths/edge-paths.ts';
import { reportAsText } from '#paths/report/as-text.ts';
import { reportChart } from '#paths/report/chart-report.ts';

const textOf = (machine: AnyStateMachine, ...types: string[]) =>
  reportAsText(machine, reportChart('x', machine, { events: types.map((type) => ({ type })) }));

describe('a state with an id of its own', () => {
  const machine = createMachine({
    id: 'x',
    initial: 'a',
    states: {
      a: {
        on: { go: '#foo' },
      },
      b: {
        id: 'foo',
        type: 'parallel',
        on: { back: 'a', never: { guard: () => false, target: 'a' } },
        states: {
          left: {
            initial: 'one',
            states: { one: { on: { step: 'two' } }, two: { id: 'deep.end' } },
          },
          right: {},
        },
      },
    },
  });
  const events = ['go', 'back', 'step', 'never'].map((type) => ({ type }));

  test('is printed by its key path', () => {
    const text = textOf(machine, 'go', 'back', 'step', 'never');
    expect(text).toContain('     b|back|0');
    expect(text).toContain('  b|never|0: its guard');
    expect(text).not.toContain('(root)');
  });

  test.each([
    ['b', 1],
    ['x.b', 1],
    ['foo', 1],
    ['#foo', 1],
    ['b.left.two', 2],
    ['left.two', 2],
    ['deep.end', 2],
    ['b.{left.two, right}', 2],
  ])('is found by each way in which it is printed: %s', (name, steps) => {
    expect(pathTo(machine, { events }, name)?.steps).toHaveLength(steps);
    expect(pathToText([{ name: 'x', machine, options: { events } }], name, {})).toMatch(
      `x reaches ${name} in`,
    );
  });

  test('has a name beside those of the other states where a name is unknown', () => {
    expect(() => pathTo(machine, { events }, 'b.{left.two, wrong}')).toThrow('x has no state b.{');
    expect(() => pathToText([{ name: 'x', machine, options: { events } }], 'c', {})).toThrow(
      'x.b.left.two',
    );
  });
});

test('a path to a state that is left at once is found', () => {
  const machine = createMachine({
    id: 'x',
    initial: 'a',
    states: { a: { on: { go: 'deciding' } }, deciding: { always: 'b' }, b: {} },
  });
  expect(pathTo(machine, { events: [{ type: 'go' }] }, 'deciding')?.steps).toHaveLength(1);
});

test('a path that the limit ends says so', () => {
  const machine = createMachine({
    id: 'x',
    initial: 's0',
    states: Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [
        `s${index}`,
        { on: { go: `s${(index + 1) % 50}` } },
      ]),
    ),
  });
  const options = { events: [{ type: 'go' }], limits: { configurations: 20 } };
  expect(pathToText([{ name: 'x', machine, options }], 's40', {})).toBe(
    'x has a state s40: not found within 20 configurations.',
  );
});

test('only an emitted event is printed as emitted, whatever its name', () => {
  const machine = createMachine({
    id: 'x',
    initial: 'a',
    states: {
      a: {
        on: {
          go: {
            actions: [
              emit({ type: 'notice', notice: 'emitted' } as never),
              sendTo(({ system }) => system.get('notifier'), {
                type: 'notice',
                notice: 'sent',
              } as never),
            ],
          },
        },
      },
    },
  });
  const text = textOf(machine, 'go');
  expect(text).toContain("sends notifier notice  notice: 'sent'");
  expect(text.match(/emits .*/g)).toEqual(['emits notice emitted']);
});

test('an event that a chart sends to itself is printed so, with its delay', () => {
  const machine = createMachine({
    id: 'x',
    initial: 'a',
    states: {
      a: {
        entry: [
          sendTo(({ self }) => self, { type: 'late' }, { delay: 500 }),
          sendTo(({ self }) => self, { type: 'now' }),
        ],
        on: { late: 'a', now: {} },
      },
    },
  });
  const text = textOf(machine, 'late');
  expect(text).toContain('sends itself late after 500 ms');
  expect(text).toContain('sends itself now\n');
  expect(text).not.toContain('x:0');
});

const isLater = async () => false;
test.each([
  ['inline', isLater, 'the guard isLater returns a promise'],
  ['by name', 'isKnown', 'the guard isKnown returns a promise'],
  ['combined', and([() => true, 'isKnown']), 'the guard isKnown returns a promise'],
  ['combined and inline', and([isLater as never]), 'the guard isLater returns a promise'],
])('an async guard is an error, not true: %s', (_, guard, message) => {
  const machine = createMachine(
    {
      id: 'x',
      initial: 'a',
      states: { a: { on: { go: { guard, target: 'b' } } }, b: {} },
    } as never,
    { guards: { isKnown: isLater } } as never,
  );
  expect(() => edgePaths(machine, { events: [{ type: 'go' }] })).toThrow(message);
});
