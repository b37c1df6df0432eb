// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Carousel, SLIDE_MS } from '#web/ui/carousel.tsx';
import { click, find, show } from './stage.tsx';

const words = {
  label: 'Quotes',
  what: 'the quotes',
  previous: 'Previous quote',
  next: 'Next quote',
};
const slides = ['one', 'two', 'three', 'four'].map((key) => ({ key, content: <p>{key}</p> }));

/** What the slides say that are not inert. */
const current = () =>
  [...document.querySelectorAll('[aria-roledescription=slide]:not([inert])')].map(
    (slide) => slide.textContent,
  );
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const allowMotion = (isAllowed: boolean) =>
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: isAllowed } as MediaQueryList);

beforeEach(() => {
  vi.useFakeTimers();
  allowMotion(true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('names itself, its slides and their number, and begins with Pause', () => {
  show(<Carousel words={words} slides={slides} />);
  expect(find('section').getAttribute('aria-roledescription')).toBe('carousel');
  expect(find('button').getAttribute('aria-label')).toBe('Pause the quotes');
  expect(find('[aria-roledescription=slide]').getAttribute('aria-label')).toBe('1 of 4');
});

it('turns every three seconds, round and round, and only the middle slide is not inert', () => {
  show(<Carousel words={words} slides={slides} />);
  expect(current()).toEqual(['one']);
  wait(SLIDE_MS - 1);
  expect(current()).toEqual(['one']);
  wait(1);
  expect(current()).toEqual(['two']);
  wait(SLIDE_MS * 3);
  expect(current()).toEqual(['one']);
});

it('rests when paused, speaks then, and goes on when asked', () => {
  show(<Carousel words={words} slides={slides} />);
  const live = () => find('[aria-live]').getAttribute('aria-live');
  expect(live()).toBe('off');
  click(find('button'));
  wait(SLIDE_MS * 3);
  expect(current()).toEqual(['one']);
  expect(live()).toBe('polite');
  expect(find('button').getAttribute('aria-label')).toBe('Play the quotes');
  click(find('button'));
  wait(SLIDE_MS);
  expect(current()).toEqual(['two']);
});

it('rests while a control has focus', () => {
  show(<Carousel words={words} slides={slides} />);
  act(() => find('[aria-label="Next quote"]').focus());
  wait(SLIDE_MS * 2);
  expect(current()).toEqual(['one']);
  act(() => find('[aria-label="Next quote"]').blur());
  wait(SLIDE_MS);
  expect(current()).toEqual(['two']);
});

it('stays where the visitor turned it', () => {
  show(<Carousel words={words} slides={slides} />);
  click(find('[aria-label="Previous quote"]'));
  expect(current()).toEqual(['four']);
  wait(SLIDE_MS * 3);
  expect(current()).toEqual(['four']);
  click(find('[aria-label="Next quote"]'));
  expect(current()).toEqual(['one']);
});

it('does not turn by itself where motion is unwanted', () => {
  allowMotion(false);
  show(<Carousel words={words} slides={slides} />);
  wait(SLIDE_MS * 3);
  expect(current()).toEqual(['one']);
});
