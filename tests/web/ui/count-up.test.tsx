// @vitest-environment happy-dom
import { act, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import styles from '#web/marketing/motion/count-up.module.css';
import { COUNT_UP_MS, CountUp, FadeUp } from '#web/marketing/motion/count-up.tsx';
import { find, show } from './render-component.tsx';

const shown = () => find('[aria-hidden]').textContent;
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

/** Reports the number's position to the newest observer: the first waits until it is near, the next until it is in the window. */
let target: Element;
let enter: (top: number, isIntersecting?: boolean) => void;

class Observer {
  constructor(callback: IntersectionObserverCallback) {
    enter = (top, isIntersecting = true) => {
      const entry = {
        target,
        isIntersecting,
        intersectionRatio: Number(isIntersecting),
        boundingClientRect: { top } as DOMRect,
      };
      act(() => callback([entry as unknown as IntersectionObserverEntry], this as never));
    };
  }
  thresholds = [0];
  observe(element: Element) {
    target = element;
  }
  unobserve() {}
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

it('has its final value in the HTML', () => {
  expect(renderToString(<CountUp to={50_000} suffix="+" />)).toContain('50,000+');
});

it('counts from zero to its final value in four seconds when it is scrolled to, and shows the final value until it is near', () => {
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

it('keeps the width of its last value while it counts', () => {
  show(<CountUp to={120} suffix="%" />);
  const digits = () => [...document.querySelectorAll<HTMLElement>('[data-end]')];
  enter(BELOW);
  expect(digits().map(({ dataset, textContent }) => [dataset['end'], textContent])).toEqual([
    ['1', ''],
    ['2', ''],
    ['0', '0'],
  ]);
  expect(digits().map(({ classList }) => classList.contains(styles['empty'] ?? ''))).toEqual([
    ...[true, true],
    false,
  ]);
});

it('stops to count on a page that was left', () => {
  let leave = () => {};
  const Page = () => {
    const [isLeft, setLeft] = useState(false);
    leave = () => setLeft(true);
    return isLeft ? null : <CountUp to={91} />;
  };
  show(<Page />);
  enter(BELOW);
  enter(INSIDE);
  wait(COUNT_UP_MS / 2);
  act(() => leave());
  expect(vi.getTimerCount()).toBe(0);
});

it('content rises once when it is scrolled to, and is visible before', () => {
  show(
    <FadeUp>
      <span>Fast</span>
    </FadeUp>,
  );
  const phases = () =>
    (['waiting', 'rising'] as const).filter(
      (phase) => document.querySelector(`.${styles[phase]}`) !== null,
    );
  expect(phases()).toEqual([]);
  enter(BELOW);
  expect(phases()).toEqual(['waiting']);
  enter(INSIDE);
  expect(phases()).toEqual(['rising']);
});

it('always gives assistive technology its final value', () => {
  show(<CountUp to={91} suffix="%" />);
  const read = () => find('span > span:not([aria-hidden])').textContent;
  expect(read()).toBe('91%');
  enter(BELOW);
  expect([shown(), read()]).toEqual(['0%', '91%']);
});

it('does not count when it is in the window from the start', () => {
  show(<CountUp to={91} />);
  enter(INSIDE);
  expect(shown()).toBe('91');
});

it('counts when a jump leads to it', () => {
  show(<CountUp to={91} />);
  enter(2 * innerHeight, false);
  enter(INSIDE);
  expect(shown()).toBe('0');
});

it('does not count when it is reached by scrolling up', () => {
  show(<CountUp to={91} />);
  enter(-500, false);
  enter(ABOVE);
  expect(shown()).toBe('91');
});

it('does not count under reduced motion', () => {
  allowMotion(false);
  const observe = vi.spyOn(Observer.prototype, 'observe');
  show(<CountUp to={91} />);
  expect(observe).not.toHaveBeenCalled();
  expect(shown()).toBe('91');
});
