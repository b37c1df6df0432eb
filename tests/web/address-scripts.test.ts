// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepConsent } from '#web/platform/consent.ts';
import { CONSENT_KEY, PASSKEYS_KEY } from '#web/platform/dom-contract.ts';
import { ENTRY_KEY } from '#web/routing/hash-location.ts';

const { dataset } = document.documentElement;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  window.dataLayer = [];
  for (const key of [CONSENT_KEY, PASSKEYS_KEY]) delete dataset[key];
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ['/demo', '/#/demo'],
  ['/pricing?plan=pro&utm_source=a&gclid=5', '/?utm_source=a&gclid=5#/pricing?plan=pro'],
])('the document at %s goes on at %s', async (address, shown) => {
  history.replaceState({ email: 'a' }, '', address);
  await import('#web/boot/address-script.ts');
  expect(location.pathname + location.search + location.hash).toBe(shown);
  expect(history.state).toEqual({ email: 'a', [ENTRY_KEY]: expect.any(String) });
  expect(history.scrollRestoration).toBe('manual');
});

test('a route in the hash of another page keeps where the visit comes from', async () => {
  history.replaceState(null, '', '/demo?utm_source=a#/pricing');
  const replace = vi.spyOn(location, 'replace').mockReturnValue();
  await import('#web/boot/address-script.ts');
  expect(replace.mock.calls).toEqual([['/?utm_source=a#/pricing']]);
});

test.each([
  ['has', class {}, ''],
  ['lacks', undefined, undefined],
])('what needs passkeys is shown where the browser %s them', async (_, credential, mark) => {
  if (credential) vi.stubGlobal('PublicKeyCredential', credential);
  history.replaceState(null, '', '/login');
  await import('#web/boot/address-script.ts');
  expect(dataset[PASSKEYS_KEY]).toBe(mark);
});

test.each([
  ['who has not chosen is asked', undefined, ''],
  ['who has chosen is not asked', 'accepted', undefined],
] as const)('before the first paint, %s, and every purpose is denied', async (_, choice, mark) => {
  if (choice) keepConsent(choice);
  await import('#web/boot/consent-script.ts');
  expect(dataset[CONSENT_KEY]).toBe(mark);
  expect(Array.from(window.dataLayer?.[0] as ArrayLike<unknown>).slice(0, 2)).toEqual([
    'consent',
    'default',
  ]);
});

test.each([
  ['the page', new Response('<h1>Pricing</h1>'), '<h1>Pricing</h1>'],
  ['nothing of an error', new Response('<h1>Error</h1>', { status: 500 }), undefined],
])('home’s document fetches %s to show it at a hash address', async (_, response, html) => {
  vi.stubGlobal('__ADDRESSES__', ['/pricing']);
  vi.stubGlobal('fetch', async () => response);
  history.replaceState(null, '', '/#/pricing');
  await import('#web/boot/hash-script.ts');
  expect(await globalThis.fetchedPage).toBe(html);
  globalThis.fetchedPage = undefined;
});
