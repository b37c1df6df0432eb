// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFERRED_KEY } from '#web/platform/dom-contract.ts';

const { dataset } = document.documentElement;
const isDeferred = () => DEFERRED_KEY in dataset;

/** How far an element is below the top of the window, before and after the rest is laid out. */
const place = (selector: string, before: number, after: number): void => {
  const element = document.querySelector(selector) as HTMLElement;
  element.getBoundingClientRect = () => ({ top: isDeferred() ? before : after }) as DOMRect;
};

let scrolled: (number | undefined)[];

/** A scrolled page in whose window the middle of the section is. */
beforeEach(async () => {
  document.body.innerHTML = '<main><section></section></main><footer></footer>';
  dataset[DEFERRED_KEY] = '';
  scrolled = [];
  document.elementFromPoint = () => document.querySelector('section');
  vi.spyOn(globalThis, 'scrollBy').mockImplementation(
    (to?: ScrollToOptions | number) => void scrolled.push(Object(to).top),
  );
  vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(0);
  vi.resetModules();
  const { renderDeferredSections } = await import('#web/boot/deferred-layout.ts');
  renderDeferredSections();
});
afterEach(() => vi.restoreAllMocks());

test('the section in the window stays where it is when what is above it grows', () => {
  place('section', 100, 340);
  place('footer', innerHeight + 1, innerHeight + 900);
  dispatchEvent(new Event('scroll'));
  expect(isDeferred()).toBe(false);
  expect(scrolled).toEqual([240]);
});

test('the footer stays where it is if it is in the window', () => {
  place('section', 100, 340);
  place('footer', innerHeight - 1, innerHeight + 400);
  globalThis.renderDeferred?.();
  expect(scrolled).toEqual([401]);
});

test('the rest is laid out once', () => {
  place('section', 100, 340);
  place('footer', innerHeight + 1, innerHeight + 900);
  dispatchEvent(new KeyboardEvent('keydown', { key: 'End' }));
  dispatchEvent(new Event('scroll'));
  globalThis.renderDeferred?.();
  expect(scrolled).toHaveLength(1);
});
