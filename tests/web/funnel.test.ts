// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, createMachine, fromCallback } from 'xstate';
import { MINUTE_MS } from '#contract/durations.ts';
import { BEACON_BYTES_MAX, EDGE_COUNT_MAX, FUNNEL_PATH } from '#contract/funnel.ts';
import { consentMachine } from '#machines/consent.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { inspector } from '#web/flows/actor.ts';

const beacon = vi.fn(async (_address: string, _request: RequestInit) => new Response());

beforeEach(() => {
  beacon.mockClear();
  vi.stubGlobal('fetch', beacon);
});
afterEach(() => vi.unstubAllGlobals());

const machine = demoRequestMachine.provide({ actors: { notifier: fromCallback(() => {}) } });

/** The charts of the beacons that the page has sent: id, version, starts, edges, places. */
const told = () =>
  beacon.mock.calls.map(([, { body }]) => JSON.parse(String(body)).charts as unknown[][]);

test('a page that is hidden and left tells each edge once', () => {
  const input = { form: 'page', email: '' } as const;
  const actor = createActor(machine, { input, inspect: inspector }).start();
  actor.send({ type: 'field.changed', field: 'name', value: 'Asha' });
  dispatchEvent(new Event('pagehide'));
  dispatchEvent(new Event('pagehide'));
  expect(beacon.mock.calls.map(([address]) => address)).toEqual([FUNNEL_PATH]);
  expect(told()[0]?.map(([chart, , started]) => [chart, started])).toEqual([['demoRequest', 1]]);
  actor.send({ type: 'field.changed', field: 'name', value: 'Asha Rao' });
  dispatchEvent(new Event('pagehide'));
  const [, , started, edges, places] = told()[1]?.[0] ?? [];
  expect([started, (edges as number[]).at(1)]).toEqual([0, 1]);
  expect((places as number[]).filter((_, index) => index % 2 === 1)).toEqual([0]);
});

const leave = () => dispatchEvent(new Event('pagehide'));

/** A chart with this id, which ends. */
const startChart = (id: string, inspect = inspector) => {
  const states = { open: { on: { go: 'ended' } }, ended: { type: 'final' } } as const;
  return createActor(createMachine({ id, initial: 'open', states }), { inspect }).start();
};

/** The places of each chart that was told, by index of the state. */
const places = () => told().map((charts) => charts.map(([, , , , changes]) => changes));

test('a visit is counted where it goes, no more where it stood, and once at its end', () => {
  const actor = startChart('visit');
  leave();
  actor.send({ type: 'go' });
  leave();
  leave();
  const [open, ended] = [1, 2];
  expect(places()).toEqual([[[open, 1]], [[open, -1, ended, 1]]]);
});

test('an edge that a chart takes before its start counts once it has started', () => {
  const states = { deciding: { always: 'open' }, open: {} };
  const logic = createMachine({ id: 'deciding', initial: 'deciding', states });
  const actor = createActor(logic, { inspect: inspector });
  leave();
  expect(beacon).not.toHaveBeenCalled();
  actor.start();
  leave();
  const [, , started, edges] = told()[0]?.[0] ?? [];
  expect([started, edges]).toEqual([1, [expect.any(Number), 1]]);
});

test('a page that did much tells all of it, in beacons that the server takes', () => {
  const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(BEACON_BYTES_MAX / 2));
  for (const id of ids) startChart(id);
  leave();
  expect(told().flatMap((charts) => charts.map(([id]) => id))).toEqual(ids);
  for (const [, { body }] of beacon.mock.calls)
    expect(String(body).length).toBeLessThanOrEqual(BEACON_BYTES_MAX);
});

test('a beacon says nothing of who sends it', () => {
  startChart('beacon');
  leave();
  expect(beacon.mock.lastCall?.[1]).toMatchObject({
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  });
});

test('an edge that is taken again and again counts as often as the server takes', () => {
  const input = { form: 'page', email: '' } as const;
  const actor = createActor(machine, { input, inspect: inspector }).start();
  for (let times = 0; times <= EDGE_COUNT_MAX; times += 1)
    actor.send({ type: 'field.changed', field: 'name', value: String(times) });
  leave();
  expect(told()[0]?.[0]?.[3]).toContain(EDGE_COUNT_MAX);
  expect(told()[0]?.[0]?.[3]).not.toContain(EDGE_COUNT_MAX + 1);
});

test('the bar that asks for consent is not counted', () => {
  createActor(consentMachine, { input: { choice: undefined }, inspect: inspector }).start();
  leave();
  expect(beacon).not.toHaveBeenCalled();
});

test.each([
  ['hidden', 1],
  ['visible', 0],
] as const)('a page that becomes %s tells %i times', (state, times) => {
  const actor = startChart(state);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(beacon).toHaveBeenCalledTimes(times);
  actor.send({ type: 'go' });
  leave();
});

/** The inspector of a document of its own. */
const openDocument = async () => {
  globalThis.inspectCharts = undefined;
  vi.resetModules();
  return (await import('#web/flows/actor.ts')).inspector;
};

test('a page that stays open tells every five minutes', async () => {
  vi.useFakeTimers();
  startChart('stays', await openDocument());
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
  expect(beacon).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(beacon).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test.each([
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
])('who asks by %s not to be counted is not', async (signal, value) => {
  Object.defineProperty(navigator, signal, { value, configurable: true });
  startChart('private', await openDocument());
  leave();
  expect(beacon).not.toHaveBeenCalled();
  Reflect.deleteProperty(navigator, signal);
});
