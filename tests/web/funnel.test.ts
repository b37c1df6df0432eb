// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { FUNNEL_PATH } from '#contract/funnel.ts';
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
