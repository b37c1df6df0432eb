import { expect, test } from 'vitest';
import type { Entry, PageMessage } from '#charts/viewer/broadcast/messages.ts';
import { defaultChartId, parseAddress } from '#charts/viewer/live/address.ts';
import {
  applyMessage,
  emptyLiveState,
  type LiveState,
  selectedActor,
} from '#charts/viewer/live/live-state.ts';

const snapshot = { status: 'active', active: ['login', 'login.open'], tags: [] };
const actor = (session: string, chart = 'login') => ({ session, name: session, chart });
const page = (id: string): PageMessage => ({
  type: 'page.shown',
  page: { id, title: 'Log in', route: '/login' },
  actors: [],
  log: [],
});
const added = (id: string, entry: Entry): PageMessage => ({ type: 'entry.added', page: id, entry });
const started = (id: string, session: string, at: number, chart?: string): PageMessage =>
  added(id, { kind: 'started', sequence: at, at, session, actor: actor(session, chart), snapshot });
const after = (...messages: PageMessage[]): LiveState =>
  messages.reduce(applyMessage, emptyLiveState);

test('the running actor is selected, also after another replaced it', () => {
  const before = [page('a'), started('a', 'x:1', 1)];
  expect(selectedActor(after(...before).actors, 'login', undefined)?.key).toBe('a/x:1');
  const stopped = added('a', {
    kind: 'stopped',
    sequence: 2,
    at: 2,
    session: 'x:1',
    status: 'stopped',
    snapshot: { ...snapshot, status: 'stopped' },
  });
  const { actors } = after(...before, stopped, started('a', 'x:2', 3));
  expect(selectedActor(actors, 'login', undefined)?.key).toBe('a/x:2');
  expect(selectedActor(actors, 'login', 'a/x:1')?.key).toBe('a/x:2');
});

test('a chosen actor stays selected while it runs, although another changed later', () => {
  const { actors } = after(page('a'), started('a', 'x:1', 1), page('b'), started('b', 'x:1', 2));
  expect(selectedActor(actors, 'login', 'a/x:1')?.key).toBe('a/x:1');
});

test('the actors of a closed tab are stopped', () => {
  const { actors, pages } = after(page('a'), started('a', 'x:1', 1), {
    type: 'page.closed',
    page: 'a',
  });
  expect(pages).toEqual([]);
  expect(actors.map(({ isRunning }) => isRunning)).toEqual([false]);
});

test('an entry that arrives by itself and in the history of its tab is listed once', () => {
  const entry: Entry = { kind: 'event', sequence: 7, at: 7, session: 'x:1', event: { type: 'go' } };
  const shown = page('a') as Extract<PageMessage, { type: 'page.shown' }>;
  const { log } = after(page('a'), added('a', entry), { ...shown, log: [entry] });
  expect(log.map(({ key }) => key)).toEqual(['a#7']);
});

test('an address selects a chart and an actor', () => {
  expect(parseAddress('#/login?actor=a%2Fx%3A1', '')).toEqual({ chart: 'login', actor: 'a/x:1' });
  expect(parseAddress('#/sign-up', '?actor=b')).toEqual({ chart: 'sign-up', actor: 'b' });
  expect(parseAddress('#/%E0%A4%A', '').chart).toBe('%E0%A4%A');
  expect(parseAddress('', '')).toEqual({ chart: '', actor: undefined });
});

test('without an address the chart whose actor changed last is shown', () => {
  const messages = [started('a', 'x:1', 1, 'session'), started('a', 'x:2', 2)];
  expect(defaultChartId(after(...messages.slice(0, 1)).actors, undefined)).toBe('session');
  expect(defaultChartId(after(...messages).actors, 'session')).toBe('login');
  const both = after(...messages, started('a', 'x:3', 3, 'otp')).actors;
  expect(defaultChartId(both, undefined)).toBe('otp');
  // The shown chart stays while one of its actors runs.
  expect(defaultChartId(both, 'login')).toBe('login');
});

test('a view that opens late knows the order of actors whose start is no longer in the log', () => {
  const { actors } = after({
    ...(page('a') as Extract<PageMessage, { type: 'page.shown' }>),
    actors: [
      { actor: actor('x:1', 'session'), snapshot },
      { actor: actor('x:2'), snapshot },
    ],
    log: [
      { kind: 'started', sequence: 8, at: 8, session: 'x:2', actor: actor('x:2'), snapshot },
      { kind: 'snapshot', sequence: 9, at: 9, session: 'x:1', snapshot },
    ],
  });
  expect(defaultChartId(actors, undefined)).toBe('login');
});
