// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { PageMessage } from '#charts/viewer/broadcast/messages.ts';
import { applyMessage, emptyLiveState } from '#charts/viewer/live/live-state.ts';
import { messagesIn, momentsIn, recordingOf, stateAt } from '#charts/viewer/live/time-travel.ts';
import { otpMachine } from '#machines/otp.ts';

/** A step takes at most so long, which leaves most of 50 ms for drawing it. */
const REPLAY_MS_MAX = 20;

// The real broadcast of a tab, with a channel that delivers at once.
let live = emptyLiveState;
const received: PageMessage[] = [];
vi.stubGlobal(
  'BroadcastChannel',
  class {
    addEventListener() {}
    postMessage(message: PageMessage) {
      received.push(structuredClone(message));
      live = applyMessage(live, structuredClone(message));
    }
  },
);
await import('#charts/viewer/broadcast/broadcast-inspection.ts');
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  live = emptyLiveState;
  received.length = 0;
});

const runOtp = async (digits: number) => {
  const machine = otpMachine.provide({
    actors: {
      sendCode: fromPromise(async () => ({ ok: true as const, resendAt: Date.now() + 30_000 })),
      verifyCode: fromPromise(async () => ({ ok: true as const })),
    } as never,
  });
  const actor = createActor(machine, {
    input: { email: 'asha@acme.example', isAutoSubmit: false } as never,
    inspect: (event) => globalThis.inspectCharts?.(event),
  }).start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('codeEntry'));
  for (let index = 0; index < digits; index += 1)
    actor.send({ type: 'code.changed', code: `${index % 10}` });
  return actor;
};

test('the state at each moment is a replay of all messages up to the next event', async () => {
  const actor = await runOtp(3);
  actor.send({ type: 'code.submitted' });
  const moments = momentsIn(live.log);
  expect(moments.length).toBeGreaterThan(8);
  for (const { key } of moments) {
    const at = received.findIndex(
      (message) =>
        message.type === 'entry.added' && `${message.page}#${message.entry.sequence}` === key,
    );
    const next = received.findIndex(
      (message, index) =>
        index > at &&
        message.type === 'entry.added' &&
        ['event', 'started'].includes(message.entry.kind),
    );
    const replayed = received
      .slice(0, next === -1 ? undefined : next)
      .reduce(applyMessage, emptyLiveState);
    const state = stateAt(live, key);
    expect(state?.actors).toEqual(replayed.actors);
    expect(state?.log).toEqual(replayed.log);
  }
});

test('an actor whose start the log has lost is unknown until its first snapshot', () => {
  const snapshot = (active: string) => ({ status: 'active', active: [active], tags: [] });
  const actor = (session: string) => ({ session, name: session, chart: 'otp' });
  const event = (sequence: number, session: string) =>
    ({ kind: 'event', sequence, at: sequence, session, event: { type: 'go' } }) as const;
  const shown = applyMessage(emptyLiveState, {
    type: 'page.shown',
    page: { id: 'a', title: '', route: '/' },
    actors: [
      { actor: actor('x:1'), snapshot: snapshot('later') },
      { actor: actor('x:2'), snapshot: snapshot('unchanged') },
    ],
    log: [
      event(7, 'x:2'),
      event(8, 'x:1'),
      { kind: 'snapshot', sequence: 9, at: 9, session: 'x:1', snapshot: snapshot('later') },
    ],
  });
  const activeAt = (key: string) => stateAt(shown, key)?.actors.map((each) => each.snapshot.active);
  expect(activeAt('a#7')).toEqual([[], ['unchanged']]);
  expect(activeAt('a#8')).toEqual([['later'], ['unchanged']]);
  expect(stateAt(shown, 'a#3')).toBeUndefined();
});

test('the recording at a moment has the events up to there', async () => {
  const actor = await runOtp(4);
  const moment = momentsIn(live.log)[1];
  const page = moment?.page ?? '';
  const { events } = recordingOf(stateAt(live, moment?.key ?? '')?.log ?? [], 'otp', {
    page,
    session: actor.sessionId,
  }) ?? { events: [] };
  expect(events.at(-1)?.event).toEqual({ type: 'code.changed', code: '••••••' });
  expect(events.length).toBe(
    (recordingOf(live.log, 'otp', { page, session: actor.sessionId })?.events.length ?? 0) - 1,
  );
});

test('messages have their senders and receivers, in the order in which they were sent', async () => {
  await runOtp(1);
  const { names, messages } = messagesIn(live);
  expect(
    messages.map(({ from, to, event }) => [names.get(from ?? ''), names.get(to), event]),
  ).toEqual([
    [undefined, 'otp', 'xstate.init'],
    ['otp', 'sendCode', 'xstate.init'],
    ['sendCode', 'sendCode', 'xstate.promise.resolve'],
    ['sendCode', 'otp', 'xstate.done.actor.sendCode'],
    ['otp', 'otp', 'notice'],
    [undefined, 'otp', 'code.changed'],
  ]);
});

test('a step through 500 events is replayed in time', async () => {
  await runOtp(500);
  const moments = momentsIn(live.log);
  expect(moments.length).toBeGreaterThan(500);
  const times = moments.map(({ key }) => {
    const start = performance.now();
    stateAt(live, key);
    return performance.now() - start;
  });
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  expect(median).toBeLessThan(REPLAY_MS_MAX);
});
