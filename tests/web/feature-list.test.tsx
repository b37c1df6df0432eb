// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { homeContent } from '#web/content/home.ts';
import { FeatureList } from '#web/pages/home/features/feature-list.tsx';
import { click, find, findText, show } from './ui/render-component.tsx';

const { blocks } = homeContent.features;

/** Moves a screen into the middle of the window, or out of it, upwards or downwards. */
let move: (index: number, isInView: boolean, top: number) => void;

beforeEach(() => {
  let report: IntersectionObserverCallback = () => {};
  class Observer {
    thresholds = [0];
    constructor(callback: IntersectionObserverCallback) {
      report = callback;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  move = (index, isIntersecting, top) => {
    const entry = {
      target: find(`#${blocks[index]?.id}`),
      isIntersecting,
      intersectionRatio: Number(isIntersecting),
      boundingClientRect: { top },
    };
    act(() => report([entry as never], {} as never));
  };
});
afterEach(() => vi.unstubAllGlobals());

const current = () =>
  [...document.querySelectorAll('button')].map((button) => button.getAttribute('aria-current'));
const only = (index: number) => blocks.map((_, other) => String(other === index));

it('the heading of the part in view is current, also on the way back up', () => {
  show(<FeatureList />);
  expect(current()).toEqual(only(0));
  move(1, true, 0);
  move(0, false, -100);
  expect(current()).toEqual(only(1));
  move(2, true, 0);
  expect(current()).toEqual(only(2));
  move(2, false, 500);
  expect(current()).toEqual(only(1));
  move(0, false, 500);
  expect(current()).toEqual(only(0));
  // One further down leaves the window.
  move(3, false, 500);
  expect(current()).toEqual(only(0));
});

it.each([
  [true, 'smooth'],
  [false, 'instant'],
])('a heading leads to its screen, with motion: %s', (matches, behavior) => {
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue();
  show(<FeatureList />);
  click(findText('button', blocks[2].title));
  expect(document.activeElement?.id).toBe(blocks[2].id);
  expect(scroll.mock.calls).toEqual([[{ behavior }]]);
});
