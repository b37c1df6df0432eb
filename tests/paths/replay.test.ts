import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assign, type PromiseActorLogic, sendTo, setup } from 'xstate';
import type { Recording } from '#charts/model/recording.ts';
import { readRecording } from '#paths/command/output.ts';
import { replayText } from '#paths/command/texts.ts';

const machine = setup({
  types: {
    input: {} as { least: number } | undefined,
    context: {} as { least: number; openedAt: number },
    events: {} as
      | { type: 'amount.changed'; amount: number }
      | { type: 'opened' | 'key.up' | 'key.down' | 'called' | 'answered' },
  },
  actors: {} as { unlock: PromiseActorLogic<void, void> },
  guards: {
    isEnough: ({ context, event }) =>
      event.type === 'amount.changed' && event.amount >= context.least,
    isLate: ({ context }) => Date.now() - context.openedAt > 60_000,
  },
}).createMachine({
  id: 'safe',
  context: ({ input }) => ({ least: input?.least ?? 1, openedAt: 0 }),
  initial: 'closed',
  states: {
    closed: {
      on: {
        'amount.changed': { guard: 'isEnough', target: 'paid' },
        'key.*': { target: 'keyed' },
        called: { target: 'called', actions: sendTo(({ self }) => self, { type: 'answered' }) },
      },
    },
    keyed: {},
    called: { on: { answered: 'keyed' } },
    paid: {
      entry: assign({ openedAt: () => Date.now() }),
      invoke: { id: 'unlock', src: 'unlock', onDone: 'open' },
      on: { opened: [{ guard: 'isLate', target: 'late' }, { target: 'open' }] },
    },
    late: {},
    open: { type: 'final' },
  },
});

const enough = { event: { type: 'amount.changed', amount: 5 }, value: 'paid' };
const text = (recording: Recording) =>
  replayText({ name: 'safe', machine, options: { events: [] } }, recording);

describe('a replay', () => {
  test('prints the states that it passes', () => {
    expect(text({ input: { least: 5 }, value: 'closed', events: [enough] })).toBe(
      [
        'safe replays 1 event',
        '  0. → closed',
        '  1. amount.changed  amount: 5',
        '     → paid',
      ].join('\n'),
    );
  });

  test('happens at the recorded times', () => {
    const events = (at: number, value: string) => [
      { ...enough, at: 1000 },
      { at, event: { type: 'opened' }, value },
    ];
    expect(text({ at: 0, events: events(2000, 'open') })).toContain('→ open');
    expect(text({ at: 0, events: events(90_000, 'late') })).toContain('→ late');
  });

  test('of a list without an input begins with the listed input that fits', () => {
    const options = { events: [], inputs: [{ least: 9 }, { least: 4 }] };
    const listed = (...events: Recording['events']) =>
      replayText({ name: 'safe', machine, options }, { events });
    expect(listed({ event: enough.event })).toBe(
      [
        'safe replays 1 event',
        '  from { least: 4 }',
        '  0. → closed',
        '  1. amount.changed  amount: 5',
        '     → paid',
      ].join('\n'),
    );
    expect(() => listed({ event: enough.event }, { event: { type: 'called' } })).toThrow(
      'safe replays 1 of 2 events\n  from { least: 4 }',
    );
  });

  test('accepts an event that the recorded actor ignored too', () => {
    const ignored = { event: { type: 'opened' }, value: 'closed' };
    expect(text({ events: [ignored, enough] })).toContain('safe replays 2 events');
  });

  test('matches an event with a wildcard', () => {
    expect(text({ events: [{ event: { type: 'key.up' } }] })).toContain('→ keyed');
  });

  test('delivers what the chart sends to itself, unless the recording has it', () => {
    const called = { event: { type: 'called' } };
    const answered = { event: { type: 'answered' }, value: 'keyed' };
    expect(text({ events: [called] })).toContain('→ keyed');
    expect(text({ events: [{ ...called, value: 'called' }, answered] })).toContain('2 events');
  });

  const event = (type: string, payload: object = {}) => ({ event: { type, ...payload } });
  test.each<[string, Recording, string]>([
    [
      'whose guard does not hold',
      { input: { least: 9 }, events: [enough] },
      'at event 1, amount.changed  amount: 5: no guard holds in closed: isEnough',
    ],
    [
      'that no transition takes',
      { events: [event('opened')] },
      'at event 1, opened: no transition takes it in closed',
    ],
    [
      'of an actor that does not run',
      { events: [event('xstate.done.actor.unlock')] },
      'no actor unlock runs in closed',
    ],
    [
      'after the end',
      { events: [enough, event('opened'), event('opened')] },
      'at event 3, opened: the chart has ended in open',
    ],
    [
      'that leads to another state',
      { events: [{ ...enough, value: 'closed' }] },
      'at event 1, amount.changed  amount: 5: it leads to paid, not to closed as recorded.',
    ],
    [
      'whose payload is masked',
      { events: [{ event: { type: 'amount.changed', amount: '••••••' } as never, value: 'paid' }] },
      'The live view masked a value (••••••)',
    ],
    [
      'but its start',
      { value: 'open', events: [] },
      'at the start: it leads to closed, not to open as recorded.',
    ],
  ])('names the event %s', (_, recording, message) => {
    expect(() => text(recording)).toThrow(
      `The replay diverges ${message.startsWith('at') ? message : ''}`,
    );
    expect(() => text(recording)).toThrow(message);
  });

  test('refuses an event that the chart does not have', () => {
    expect(() => text({ events: [enough, event('opend')] })).toThrow(
      'Event 2: safe has no event opend. It has: amount.changed, key.*, called, answered, opened',
    );
  });
});

describe('a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'recording-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const read = (content: string) => {
    const file = join(folder, 'a.json');
    writeFileSync(file, content);
    return readRecording(file);
  };

  test('is a recording, or a plain list of events', () => {
    expect(read('{ "chart": "safe", "events": [{ "at": 1, "event": { "type": "a" } }] }')).toEqual({
      chart: 'safe',
      events: [{ at: 1, event: { type: 'a' } }],
    });
    expect(read('[{ "type": "a" }]')).toEqual({ events: [{ event: { type: 'a' } }] });
  });

  test.each([
    ['{', /is no JSON: /],
    ['"a"', /is no recording/],
    ['{}', /is no recording/],
    ['null', /is no recording/],
    ['[{ "type": "a" }, 7]', /event 2 has no type/],
    ['{ "events": [{ "event": {} }] }', /event 1 has no type/],
  ])('with %s is a clear error', (content, message) => {
    expect(() => read(content)).toThrow(message);
  });
});
