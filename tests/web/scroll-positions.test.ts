// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { keyOfEntry } from '#web/routing/hash-location.ts';

const PLACE = 500;

const scroll = vi.fn();

/** The app in a document of its own, whose first page is mounted. */
const openDocument = async (isLoading = () => false) => {
  vi.resetModules();
  const { endInitialView } = await import('#web/routing/initial-focus.ts');
  const positions = await import('#web/routing/scroll-positions.ts');
  positions.recordScrollPositions(isLoading);
  endInitialView();
  return positions;
};

beforeEach(async () => {
  sessionStorage.clear();
  scroll.mockClear();
  history.replaceState(null, '', '/#/pricing');
  vi.stubGlobal('scrollTo', scroll);
  vi.stubGlobal('scrollY', 0);
  await openDocument();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const stored = () =>
  Object.fromEntries(JSON.parse(sessionStorage.getItem(storageKeys.scroll) ?? '[]'));
/** Scrolls to the place and leaves the document. */
const leave = () => {
  vi.stubGlobal('scrollY', PLACE);
  dispatchEvent(new Event('pagehide'));
};
const comeBack = (persisted: boolean) =>
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('a page that the browser has kept whole is at its place when Back leads to it', () => {
  leave();
  comeBack(true);
  expect(scroll.mock.calls).toEqual([[{ top: PLACE, behavior: 'instant' }]]);
});

test('a page that is loaded anew is not moved before its content is there', () => {
  leave();
  comeBack(false);
  expect(scroll).not.toHaveBeenCalled();
});

test.each(['{', '5'])('a page starts at its top where what was stored is %s', async (text) => {
  sessionStorage.setItem(storageKeys.scroll, text);
  const positions = await openDocument();
  expect(positions.savedPosition()).toBeUndefined();
});

test('a browser that forbids storage leaves a page', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  await openDocument();
  const failed = vi.fn();
  addEventListener('error', failed);
  leave();
  removeEventListener('error', failed);
  expect(failed).not.toHaveBeenCalled();
});

test.each([
  ['Back to a document', 'back_forward', PLACE],
  ['a reload', 'reload', undefined],
])('after %s (%s) the place of its page is %s', async (_, type, place) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
  sessionStorage.setItem(storageKeys.scroll, JSON.stringify([[keyOfEntry(), PLACE]]));
  const positions = await openDocument();
  expect(positions.savedPosition()).toBe(place);
});

test('a page is known at its place when the visitor comes back to it by the history', async () => {
  const { savedPosition } = await openDocument();
  const { state } = history;
  vi.stubGlobal('scrollY', PLACE);
  history.pushState(null, '', '/#/about');
  dispatchEvent(new Event('hashchange'));
  expect(savedPosition()).toBeUndefined();
  vi.stubGlobal('scrollY', 0);
  history.replaceState(state, '', '/#/pricing');
  // Both events come; the page has not moved between them.
  for (const type of ['popstate', 'hashchange']) dispatchEvent(new Event(type));
  expect(savedPosition()).toBe(PLACE);
});

test('a page that was left before its script came has no place, the one that is shown has', async () => {
  const { savedPosition } = await openDocument(() => true);
  const { state } = history;
  vi.stubGlobal('scrollY', PLACE);
  history.pushState(null, '', '/#/about');
  dispatchEvent(new Event('hashchange'));
  history.replaceState(state, '', '/#/pricing');
  dispatchEvent(new Event('popstate'));
  expect(savedPosition()).toBeUndefined();
});

test('a link that was followed before the app ran leads from the place of the first page', async () => {
  const first = keyOfEntry();
  history.pushState(null, '', '/#/about');
  globalThis.firstEntryKey = first;
  vi.stubGlobal('scrollY', PLACE);
  await openDocument();
  globalThis.firstEntryKey = undefined;
  dispatchEvent(new Event('pagehide'));
  expect(stored()).toMatchObject({ [first]: PLACE });
});

test('the place of a page is known after a visit to another document', () => {
  const key = keyOfEntry();
  leave();
  expect(stored()).toMatchObject({ [key]: PLACE });
});
