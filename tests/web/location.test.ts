// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { currentPath, currentSearch, navigate } from '#web/location.ts';

test('a query counts on either side of the hash', () => {
  history.replaceState(null, '', '/?utm_source=a&section=faq#/campaign?utm_source=b');
  expect(Object.fromEntries(new URLSearchParams(currentSearch()))).toEqual({
    utm_source: 'b',
    section: 'faq',
  });
});

test('navigation state travels along', () => {
  navigate('/checkout', { state: { email: 'asha@acme.example' } });
  expect(location.hash).toBe('#/checkout');
  expect(history.state).toEqual({ email: 'asha@acme.example' });
});

test('a link that is pressed twice is one entry of the history; another plan is another one', () => {
  const before = history.length;
  for (const plan of ['Pro', 'Pro', 'Starter']) navigate('/checkout', { state: { plan } });
  expect(history.length).toBe(before + 2);
  expect(history.state).toEqual({ plan: 'Starter' });
});

test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'https://evil.example/'])(
  'no path leads off the site: %s',
  (path) => {
    const { origin, pathname } = location;
    navigate(path);
    expect([location.origin, location.pathname]).toEqual([origin, pathname]);
    expect(location.hash).toMatch(/^#/);
    history.replaceState(null, '', `/#${path}`);
    // A path of ours that no page has.
    expect(currentPath()).toMatch(/^\//);
    expect(location.origin).toBe(origin);
  },
);
