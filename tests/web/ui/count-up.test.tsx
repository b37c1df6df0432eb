// @vitest-environment happy-dom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COUNT_UP_MS, CountUp } from '#web/ui/count-up.tsx';
import { find, show } from './stage.tsx';

const shown = () => find('[aria-hidden]').textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** Has the newest observer say where the number stands: first that it is near, then that it is seen. */
let enter: (top: number, isIntersecting?: boolean) => void;

class Observer {
  constructor(callback: IntersectionObserverCallback) {
    enter = (top, isIntersecting = true) => {
      const boundingClientRect = { top } as DOMRect;
      act(() =>
        callback(
          [{ isIntersecting, boundingClientRect } as IntersectionObserverEntry],
          this as never,
        ),
      );
    };
  }
  observe() {}
  disconnect() {}
}

const BELOW = innerHeight + 100;
const INSIDE = innerHeight - 100;
const ABOVE = -20;
const allowMotion = (isAllowed: boolean) =>
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: isAllowed } as MediaQueryList);

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'performance', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  vi.stubGlobal('IntersectionObserver', Observer);
  allowMotion(true);
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
  enter(2 * innerHeight, false);
  expect(shown()).toBe('91%');
  enter(BELOW);
  expect(shown()).toBe('0%');
  enter(INSIDE);
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
  show(<CountUp to={91} />);
  enter(INSIDE);
  expect(shown()).toBe('91');
});

it('counts what a jump leads to past the way there', () => {
  show(<CountUp to={91} />);
  enter(2 * innerHeight, false);
  enter(INSIDE);
  expect(shown()).toBe('0');
});

it('does not count what is come to from below', () => {
  show(<CountUp to={91} />);
  enter(-500, false);
  enter(ABOVE);
  expect(shown()).toBe('91');
});

it('does not count where motion is unwanted', () => {
  allowMotion(false);
  const observe = vi.spyOn(Observer.prototype, 'observe');
  show(<CountUp to={91} />);
  expect(observe).not.toHaveBeenCalled();
  expect(shown()).toBe('91');
});
