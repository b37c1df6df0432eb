// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { startConsent } from '#web/flows/consent.ts';
import { keepConsent } from '#web/platform/consent.ts';

const reload = vi.fn();

/** What the page listens to from its start to its end. */
const listeners: Parameters<typeof removeEventListener>[] = [];

beforeEach(() => {
  const { addEventListener } = globalThis;
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type, listener) => {
    listeners.push([type, listener]);
    addEventListener(type, listener);
  });
  localStorage.clear();
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  vi.spyOn(document.head, 'append').mockImplementation(() => {});
  history.replaceState(null, '', '#/demo');
});
afterEach(() => {
  for (const listener of listeners.splice(0)) removeEventListener(...listener);
  document.body.replaceChildren();
});

const comeBack = (persisted: boolean) =>
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('a page that Back brings out of the cache follows the choice of meanwhile', () => {
  const actor = startConsent();
  keepConsent('accepted');
  comeBack(false);
  expect(actor.getSnapshot().matches('asking')).toBe(true);
  comeBack(true);
  expect(actor.getSnapshot().matches('accepted')).toBe(true);
  expect(document.head.append).toHaveBeenCalledOnce();
  actor.stop();
});

test('a page follows the choice of another tab, and no other value of its storage', () => {
  const actor = startConsent();
  keepConsent('declined');
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.signUpDraft }));
  expect(actor.getSnapshot().matches('asking')).toBe(true);
  dispatchEvent(new StorageEvent('storage', { key: storageKeys.consent }));
  expect(actor.getSnapshot().matches('declined')).toBe(true);
  actor.stop();
});

test('the answer to the question goes with its page, not before', () => {
  const goTo = (hash: string) => {
    history.replaceState(null, '', hash);
    dispatchEvent(new Event('hashchange'));
  };
  const actor = startConsent();
  goTo('#/about');
  actor.send({ type: 'consent.declined' });
  goTo('#/about');
  expect(actor.getSnapshot().matches({ declined: 'confirmed' })).toBe(true);
  goTo('#/demo');
  expect(actor.getSnapshot().matches({ declined: 'closed' })).toBe(true);
  actor.stop();
});

const withdraw = () => {
  keepConsent('accepted');
  const actor = startConsent();
  actor.send({ type: 'settings.pressed' });
  actor.send({ type: 'consent.declined' });
};

test('a consent that is taken back loads the page again at once', () => {
  withdraw();
  expect(reload).toHaveBeenCalledOnce();
});

test('with the consent that is taken back, the tags are told so and lose their cookies', () => {
  window.dataLayer = [];
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('_ga=GA1.1; signed-in=1');
  const set = vi.spyOn(document, 'cookie', 'set').mockReturnValue();
  withdraw();
  const removed = set.mock.calls.map(([cookie]) => cookie.split('=')[0]);
  expect(new Set(removed)).toEqual(new Set(['_ga']));
  const [command, action, purposes] = (window.dataLayer.at(-1) ?? []) as unknown[];
  expect([command, action]).toEqual(['consent', 'update']);
  expect(new Set(Object.values(purposes as object))).toEqual(new Set(['denied']));
});

test('a page with a form, which may be filled in, is loaded again when it is left', () => {
  document.body.innerHTML = '<main><form></form></main>';
  withdraw();
  dispatchEvent(new Event('hashchange'));
  expect(reload).not.toHaveBeenCalled();
  history.replaceState(null, '', '#/about');
  dispatchEvent(new Event('hashchange'));
  expect(reload).toHaveBeenCalledOnce();
});
