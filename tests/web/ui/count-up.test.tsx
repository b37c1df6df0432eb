// @vitest-environment happy-dom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COUNT_UP_MS, CountUp } from '#web/ui/count-up.tsx';
import { find, show } from './stage.tsx';

const shown = () => find('[aria-hidden]').textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** What the newest observer calls: first that the number is near, then that it is seen. */
let enter: (() => void) | undefined;

class Observer {
  constructor(callback: IntersectionObserverCallback) {
    enter = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  observe() {}
  disconnect() {}
}

/** How far down the number stands, in pixels. */
const standAt = (top: number) =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top } as DOMRect);
const allowMotion = (isAllowed: boolean) =>
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: isAllowed } as MediaQueryList);

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'performance', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  vi.stubGlobal('IntersectionObserver', Observer);
  allowMotion(true);
  standAt(innerHeight + 1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('has its end in the HTML from the first byte', () => {
  expect(renderToString(<CountUp to={50_000} suffix="+" />)).toContain('50,000+');
});

it('counts from nought to its end in four seconds, once it is scrolled to; until it is near, the end stays', () => {
  show(<CountUp to={91} suffix="%" />);
  expect(shown()).toBe('91%');
  act(() => enter?.());
  expect(shown()).toBe('0%');
  act(() => enter?.());
  wait(COUNT_UP_MS / 2);
  expect(Number.parseInt(shown() ?? '', 10)).toBeGreaterThan(0);
  expect(Number.parseInt(shown() ?? '', 10)).toBeLessThan(91);
  wait(COUNT_UP_MS / 2 + 100);
  expect(shown()).toBe('91%');
});

it('always reads its end to assistive technology', () => {
  show(<CountUp to={91} suffix="%" />);
  expect(find('span > span:not([aria-hidden])').textContent).toBe('91%');
});

it('does not count what was in the window from the start', () => {
  standAt(100);
  show(<CountUp to={91} />);
  expect(shown()).toBe('91');
});

it('does not count where motion is unwanted', () => {
  allowMotion(false);
  show(<CountUp to={91} />);
  expect(shown()).toBe('91');
});
