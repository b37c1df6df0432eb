// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { keyOfEntry } from '#web/routing/hash-location.ts';

const PLACE = 500;

const scroll = vi.fn();

beforeEach(async () => {
  sessionStorage.clear();
  scroll.mockClear();
  history.replaceState(null, '', '/#/pricing');
  vi.stubGlobal('scrollTo', scroll);
  vi.stubGlobal('scrollY', 0);
  vi.resetModules();
  const { endInitialView } = await import('#web/routing/initial-focus.ts');
  const { recordScrollPositions } = await import('#web/routing/scroll-positions.ts');
  recordScrollPositions(() => false);
  endInitialView();
});
afterEach(() => vi.unstubAllGlobals());

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

test('the place of a page is known after a visit to another document', () => {
  const key = keyOfEntry();
  leave();
  expect(stored()).toMatchObject({ [key]: PLACE });
});
