// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import {
  currentPath,
  currentSearch,
  ENTRY_KEY,
  keepInHash,
  keyOfEntry,
  navigate,
  removeParameter,
  watchLocation,
} from '#web/routing/hash-location.ts';

test('the queries inside and in front of the hash are merged', () => {
  history.replaceState(null, '', '/?utm_source=a&section=faq#/campaign?utm_source=b');
  expect(currentSearch()).toBe('utm_source=b&section=faq');
});

test('a question mark in a value of the hash is a part of it', () => {
  history.replaceState(null, '', '/#/pricing?utm_content=why?&gclid=5');
  expect(currentPath()).toBe('/pricing');
  expect(new URLSearchParams(currentSearch()).get('utm_content')).toBe('why?');
  expect(new URLSearchParams(currentSearch()).get('gclid')).toBe('5');
  removeParameter('utm_content');
  expect(location.hash).toBe('#/pricing?gclid=5');
});

test.each([
  ['#/pricing/', '/pricing'],
  ['#/caf%C3%A9', '/café'],
  // No page has this address, and none is broken by it.
  ['#/%E0%A4%A', '/%E0%A4%A'],
  ['', '/'],
])('the path of %s is %s', (hash, path) => {
  history.replaceState(null, '', `/${hash}`);
  expect(currentPath()).toBe(path);
});

test('Back and a changed hash are followed until that ends', () => {
  const listener = vi.fn();
  const end = watchLocation(listener);
  for (const type of ['popstate', 'hashchange']) dispatchEvent(new Event(type));
  expect(listener).toHaveBeenCalledTimes(2);
  end();
  for (const type of ['popstate', 'hashchange']) dispatchEvent(new Event(type));
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a parameter that is removed is gone from both queries, and leaves the rest and the state', () => {
  history.replaceState({ email: 'asha@acme.example' }, '', '/?link=a&gclid=5#/login?link=b&x=1');
  removeParameter('link');
  expect(location.search + location.hash).toBe('?gclid=5#/login?x=1');
  expect(history.state).toEqual({ email: 'asha@acme.example' });
});

test('a parameter that moves into the hash leaves the one that is there, and the state', () => {
  history.replaceState({ email: '' }, '', '/?section=a#/campaign?section=b');
  keepInHash('section');
  expect(location.search + location.hash).toBe('#/campaign?section=b');
  expect(history.state).toEqual({ email: '' });
});

test('the key of an entry leaves its state', () => {
  history.replaceState({ plan: 'Pro' }, '', '/#/checkout');
  const key = keyOfEntry();
  expect(history.state).toEqual({ plan: 'Pro', [ENTRY_KEY]: key });
  expect(keyOfEntry()).toBe(key);
});

test('a navigation that replaces adds no history entry', () => {
  navigate('/login');
  const before = history.length;
  navigate('/pricing', { replace: true });
  expect([history.length, location.hash]).toEqual([before, '#/pricing']);
});

test('navigation stores its state in the history entry', () => {
  navigate('/checkout', { state: { email: 'asha@acme.example' } });
  expect(location.hash).toBe('#/checkout');
  expect(history.state).toEqual({ email: 'asha@acme.example' });
});

test('a repeated navigation adds no history entry; one with another state does', () => {
  const before = history.length;
  for (const plan of ['Pro', 'Pro', 'Starter']) navigate('/checkout', { state: { plan } });
  expect(history.length).toBe(before + 2);
  expect(history.state).toEqual({ plan: 'Starter' });
});

test('a repeated navigation adds no history entry to one that has a key', () => {
  navigate('/checkout', { state: { plan: 'Pro' } });
  history.replaceState({ ...history.state, [ENTRY_KEY]: 'a key' }, '');
  const before = history.length;
  navigate('/checkout', { state: { plan: 'Pro' } });
  expect(history.length).toBe(before);
});

test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example/'])(
  'a navigation to %s stays on the site',
  (path) => {
    const { origin, pathname } = location;
    navigate(path);
    expect([location.origin, location.pathname]).toEqual([origin, pathname]);
    expect(location.hash).toMatch(/^#/);
    history.replaceState(null, '', `/#${path}`);
    // It is parsed as a path of this site, which no page has.
    expect(currentPath()).toMatch(/^\//);
    expect(location.origin).toBe(origin);
  },
);
