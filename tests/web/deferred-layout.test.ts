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
let paint: FrameRequestCallback;

/** A scrolled page in whose window the middle of the section is. */
beforeEach(async () => {
  document.body.innerHTML = '<main><section></section><article></article></main><footer></footer>';
  dataset[DEFERRED_KEY] = '';
  scrolled = [];
  document.elementFromPoint = (x, y) =>
    x === innerWidth / 2 && y === innerHeight / 2 ? document.querySelector('section') : null;
  vi.spyOn(globalThis, 'scrollBy').mockImplementation((to?: ScrollToOptions | number) => {
    if (Object(to).behavior === 'instant') scrolled.push(Object(to).top);
  });
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((run) => {
    paint = run;
    return 0;
  });
  vi.resetModules();
  const { renderDeferredSections } = await import('#web/boot/deferred-layout.ts');
  renderDeferredSections();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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

test.each(['keydown', 'scroll'])('%s lays out the rest', (type) => {
  dispatchEvent(new Event(type));
  expect(isDeferred()).toBe(false);
});

const laidOut = () =>
  [...document.querySelectorAll<HTMLElement>('main *')]
    .filter(({ style }) => style.contentVisibility === 'visible')
    .map(({ localName }) => localName);

/** Paints the first screen, and lets the fonts arrive. */
const paintWithFonts = async () => {
  vi.useFakeTimers();
  let arrive = () => {};
  const ready = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  Object.defineProperty(document, 'fonts', { configurable: true, value: { ready } });
  paint(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(laidOut()).toEqual([]);
  arrive();
  await Promise.resolve();
};

test('with the fonts, one section after the other is laid out in a task of its own', async () => {
  await paintWithFonts();
  expect(laidOut()).toEqual(['section']);
  await vi.advanceTimersToNextTimerAsync();
  expect([laidOut(), isDeferred()]).toEqual([['section', 'article'], true]);
  await vi.advanceTimersToNextTimerAsync();
  expect(isDeferred()).toBe(false);
});

test.each([
  ['who scrolls meanwhile', () => vi.stubGlobal('scrollY', 1)],
  ['who presses a key meanwhile', () => dispatchEvent(new Event('keydown'))],
])('%s has all at once', async (_, act) => {
  await paintWithFonts();
  act();
  await vi.advanceTimersToNextTimerAsync();
  expect([laidOut(), isDeferred()]).toEqual([['section'], false]);
  expect(vi.getTimerCount()).toBe(0);
});
