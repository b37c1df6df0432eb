// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { readAttribution, readCampaign } from '#web/api/calls/attributed.ts';
import { noteArrival } from '#web/routing/arrival-note.ts';
import { captureArrivals } from '#web/routing/attribution.ts';
import { ENTRY_KEY } from '#web/routing/hash-location.ts';

/** Opens a document. */
const openDocument = (address: string, { type = 'navigate', referrer = '' } = {}) => {
  history.replaceState(null, '', address);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type } as PerformanceNavigationTiming,
  ]);
  noteArrival();
};

/** Opens a document that is left before the app runs. */
const visitWithoutApp = (...visit: Parameters<typeof openDocument>) => {
  openDocument(...visit);
  dispatchEvent(new Event('pagehide'));
};

/** Opens a document in which the app runs, from a page of another site or none. */
const open = (address: string, from?: Parameters<typeof openDocument>[1]) => {
  openDocument(address, from);
  captureArrivals();
  dispatchEvent(new Event('pagehide'));
};

const follow = (hash: string) => {
  history.replaceState(null, '', hash);
  dispatchEvent(new Event('hashchange'));
};

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the first touch stays, the last one follows each address that says something', () => {
  open('/?utm_source=x&gclid=1');
  follow('#/pricing');
  open('/?utm_source=y&utm_medium=mail#/demo');
  expect(readAttribution()).toMatchObject({
    first: { utm_source: 'x', gclid: '1', landing: '/' },
    last: { utm_source: 'y', utm_medium: 'mail', landing: '/demo' },
  });
  expect(readAttribution()?.last).not.toHaveProperty('gclid');
});

test('a visit without a source is the first touch, and no later one', () => {
  open('/#/pricing');
  open('/?utm_source=x');
  open('/#/about');
  expect(readAttribution()).toMatchObject({
    first: { landing: '/pricing' },
    last: { utm_source: 'x', landing: '/' },
  });
});

test('the page of another site is a touch, one of this site is none', () => {
  open('/', { referrer: 'https://www.example.org/list?q=secret' });
  open('/#/about', { referrer: location.href });
  expect(readAttribution()?.last).toMatchObject({ referrer: 'www.example.org', landing: '/' });
  expect(JSON.stringify(readAttribution())).not.toContain('secret');
  // Its address begins like that of this site.
  open('/#/pricing', { referrer: `${location.origin}1/` });
  expect(readAttribution()?.last).toMatchObject({ landing: '/pricing' });
});

test.each(['reload', 'back_forward'])('a %s is no touch', (type) => {
  open('/?utm_source=x', { referrer: 'https://a.example/' });
  follow('#/campaign?utm_source=y');
  open('/?utm_source=x#/campaign', { type, referrer: 'https://a.example/' });
  expect(readAttribution()?.last).toMatchObject({ utm_source: 'y' });
});

test('a link in the page that has a source is a touch, once', () => {
  open('/?utm_source=x');
  follow('#/campaign?utm_source=y');
  follow('#/about');
  const last = readAttribution()?.last;
  follow('#/campaign?utm_source=y');
  expect(readAttribution()?.last).toEqual(last);
  expect(last).toEqual({ utm_source: 'y', landing: '/campaign', at: expect.any(String) });
});

test("the campaign's fields are those of the latest touch that has any, of both queries", () => {
  open('/?utm_source=search#/campaign?utm_medium=cpc');
  open('/', { referrer: 'https://www.example.org/' });
  expect(readCampaign()).toEqual({
    utm_source: 'search',
    utm_medium: 'cpc',
    utm_campaign: '',
    utm_content: '',
  });
  open('/?utm_source=mail#/campaign');
  expect(readCampaign()).toMatchObject({ utm_source: 'mail', utm_medium: '' });
});

test('values are one line, and no longer than the server takes', () => {
  open(
    `/?utm_source=${encodeURIComponent(' a\r\nb ')}&utm_term=${'t'.repeat(300)}&fbclid=${'f'.repeat(600)}`,
  );
  const first = readAttribution()?.first;
  expect(first?.utm_source).toBe('a  b');
  expect(first?.utm_term).toHaveLength(200);
  expect(first?.fbclid).toHaveLength(500);
});

test('documents that were left before the app ran are touches, in their order', () => {
  visitWithoutApp('/?utm_source=x#/pricing');
  visitWithoutApp('/?utm_source=y', { referrer: 'https://www.example.org/' });
  visitWithoutApp('/?utm_source=z', { type: 'reload' });
  open('/#/about');
  expect(readAttribution()).toMatchObject({
    first: { utm_source: 'x', landing: '/pricing' },
    last: { utm_source: 'y', referrer: 'www.example.org' },
  });
  expect(sessionStorage.getItem(storageKeys.attribution)).not.toContain('\n');
});

test('a source that another one begins with is a touch of its own', () => {
  open('/?utm_source=x');
  follow('#/campaign?utm_source=yes');
  follow('#/campaign?utm_source=y');
  expect(readAttribution()?.last).toMatchObject({ utm_source: 'y' });
});

test('a visit has the time at which the document was opened', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T10:00:00Z') });
  visitWithoutApp('/?utm_source=x');
  vi.setSystemTime(new Date('2026-11-02T11:00:00Z'));
  open('/#/about');
  expect(readAttribution()?.first.at).toBe('2026-11-02T10:00:00.000Z');
});

test('a document that the app has seen leaves no note', () => {
  open('/?utm_source=x');
  follow('#/campaign?utm_source=y');
  expect(sessionStorage.getItem(storageKeys.attribution)).not.toContain('\n');
  open('/#/about');
  expect(readAttribution()?.last).toMatchObject({ utm_source: 'y' });
});

test('a note that is no touch is not read again', () => {
  open('/?utm_source=x');
  visitWithoutApp('/?utm_source=x', { type: 'reload' });
  open('/#/about');
  expect(sessionStorage.getItem(storageKeys.attribution)).not.toContain('\n');
});

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};

test.each([
  ['forbids storage', { getItem: refuse, setItem: refuse }],
  ['has no room left', { getItem: () => null, setItem: refuse }],
])('a browser that %s knows the visits of this document', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage);
  const listen = vi.spyOn(globalThis, 'addEventListener');
  openDocument('/?utm_source=x#/pricing');
  const leave = listen.mock.calls.find(([type]) => type === 'pagehide')?.[1];
  expect(leave).toBeTypeOf('function');
  if (typeof leave === 'function') expect(() => leave(new Event('pagehide'))).not.toThrow();
  captureArrivals();
  follow('#/campaign?utm_source=y');
  expect(readAttribution()).toMatchObject({
    first: { utm_source: 'x', landing: '/pricing' },
    last: { utm_source: 'y', landing: '/campaign' },
  });
});

test('Back to an entry that has a source is no touch', () => {
  open('/#/?utm_source=x');
  follow('#/pricing?utm_source=z');
  history.replaceState({ [ENTRY_KEY]: 'seen' }, '', '#/?utm_source=x');
  dispatchEvent(new Event('popstate'));
  dispatchEvent(new Event('hashchange'));
  expect(readAttribution()?.last).toMatchObject({ utm_source: 'z', landing: '/pricing' });
});

test.each([
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid',
  'msclkid',
])('%s alone says where a visit comes from', (parameter) => {
  open('/');
  open(`/?${parameter}=x#/demo`);
  expect(readAttribution()?.last).toMatchObject({ [parameter]: 'x', landing: '/demo' });
});

test('white space is no source', () => {
  open('/?utm_source=x');
  open('/?utm_source=%20%20');
  expect(readAttribution()?.last).toMatchObject({ utm_source: 'x' });
});

test.each(['{}', '5', '"x"', 'null', '{bad', '{"first":1,"last":2}', '\nnavigate x y z'])(
  'what is no attribution is replaced: %s',
  (stored) => {
    sessionStorage.setItem(storageKeys.attribution, stored);
    expect(readAttribution()).toBeUndefined();
    open('/?utm_source=x');
    expect(readAttribution()?.first).toMatchObject({ utm_source: 'x' });
  },
);
