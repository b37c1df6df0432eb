import { expect, test } from 'vitest';
import { parseAddress } from '#charts/live/address.ts';
import { chartInSight } from '#charts/live/chart-in-sight.ts';
import { afterMessage, type LiveState, nothingYet } from '#charts/live/live-state.ts';
import { watchedActor } from '#charts/live/watched-actor.ts';
import type { Entry, FromPage } from '#charts/relay/messages.ts';

const snapshot = { status: 'active', active: ['login', 'login.open'], tags: [] };
const actor = (session: string, chart = 'login') => ({ session, name: session, chart });
const page = (id: string): FromPage => ({
  type: 'page.shown',
  page: { id, title: 'Log in', route: '/login' },
  actors: [],
  log: [],
});
const made = (id: string, entry: Entry): FromPage => ({ type: 'entry.made', page: id, entry });
const started = (id: string, session: string, at: number, chart?: string): FromPage =>
  made(id, { kind: 'started', number: at, at, session, actor: actor(session, chart), snapshot });
const after = (...messages: FromPage[]): LiveState => messages.reduce(afterMessage, nothingYet);

test('the only actor that lives is watched, also after it changed', () => {
  const before = [page('a'), started('a', 'x:1', 1)];
  expect(watchedActor(after(...before).actors, 'login', undefined)?.key).toBe('a/x:1');
  const stopped = made('a', {
    kind: 'stopped',
    number: 2,
    at: 2,
    session: 'x:1',
    status: 'stopped',
    snapshot: { ...snapshot, status: 'stopped' },
  });
  const { actors } = after(...before, stopped, started('a', 'x:2', 3));
  expect(watchedActor(actors, 'login', undefined)?.key).toBe('a/x:2');
  expect(watchedActor(actors, 'login', 'a/x:1')?.key).toBe('a/x:2');
});

test('a chosen actor is watched while it lives, whatever others do', () => {
  const { actors } = after(page('a'), started('a', 'x:1', 1), page('b'), started('b', 'x:1', 2));
  expect(watchedActor(actors, 'login', 'a/x:1')?.key).toBe('a/x:1');
});

test('the actors of a tab that was closed are over', () => {
  const { actors, pages } = after(page('a'), started('a', 'x:1', 1), {
    type: 'page.left',
    page: 'a',
  });
  expect(pages).toEqual([]);
  expect(actors.map(({ isLiving }) => isLiving)).toEqual([false]);
});

test('a line that comes twice, by itself and in the history of its page, is shown once', () => {
  const entry: Entry = { kind: 'event', number: 7, at: 7, session: 'x:1', event: { type: 'go' } };
  const shown = page('a') as Extract<FromPage, { type: 'page.shown' }>;
  const { log } = after(page('a'), made('a', entry), { ...shown, log: [entry] });
  expect(log.map(({ key }) => key)).toEqual(['a#7']);
});

test('an address names a chart and the actor to watch', () => {
  expect(parseAddress('#/login?actor=a%2Fx%3A1', '')).toEqual({ chart: 'login', actor: 'a/x:1' });
  expect(parseAddress('#/sign-up', '?actor=b')).toEqual({ chart: 'sign-up', actor: 'b' });
  expect(parseAddress('#/%E0%A4%A', '').chart).toBe('%E0%A4%A');
  expect(parseAddress('', '')).toEqual({ chart: '', actor: undefined });
});

test('without an address the chart is shown that something happened to last', () => {
  const login = [started('a', 'x:1', 1, 'session'), started('a', 'x:2', 2)];
  expect(chartInSight(after(...login.slice(0, 1)).actors, undefined)).toBe('session');
  expect(chartInSight(after(...login).actors, 'session')).toBe('login');
  const both = after(...login, started('a', 'x:3', 3, 'otp')).actors;
  expect(chartInSight(both, undefined)).toBe('otp');
  // It stays where it is for as long as that lives.
  expect(chartInSight(both, 'login')).toBe('login');
});

test('a late view knows what started first, though the history does not reach back to it', () => {
  const { actors } = after({
    ...(page('a') as Extract<FromPage, { type: 'page.shown' }>),
    actors: [
      { actor: actor('x:1', 'session'), snapshot },
      { actor: actor('x:2'), snapshot },
    ],
    log: [
      { kind: 'started', number: 8, at: 8, session: 'x:2', actor: actor('x:2'), snapshot },
      { kind: 'snapshot', number: 9, at: 9, session: 'x:1', snapshot },
    ],
  });
  expect(chartInSight(actors, undefined)).toBe('login');
});
