// @vitest-environment happy-dom
import { act, useState } from 'react';
import { renderToString } from 'react-dom/server';
import {
  mockAllIsIntersecting,
  resetIntersectionMocking,
  setupIntersectionMocking,
} from 'react-intersection-observer/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Carousel } from '#web/marketing/carousel/carousel.tsx';
import { SLIDE_MS } from '#web/marketing/carousel/create-slider.ts';
import { click, find, show } from './render-component.tsx';

const words = {
  label: 'Quotes',
  what: 'the quotes',
  previous: 'Previous quote',
  next: 'Next quote',
};
const slides = ['one', 'two', 'three', 'four', 'five'].map((key) => ({
  key,
  content: <p>{key}</p>,
}));

/** Texts of the slides that are not inert. */
const current = () =>
  [...document.querySelectorAll('[aria-roledescription=slide]:not([inert])')].map(
    (slide) => slide.textContent,
  );
/** Texts of the slides that the script has placed in the view, from start to end. */
const inView = () =>
  [...document.querySelectorAll<HTMLElement>('[aria-roledescription=slide]')]
    .map(({ style, textContent }) => ({ textContent, offset: style.getPropertyValue('--offset') }))
    .filter(({ offset }) => offset !== '' && Math.abs(Number(offset)) <= 1)
    .sort((one, other) => Number(one.offset) - Number(other.offset))
    .map(({ textContent }) => textContent);
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const allowMotion = (isAllowed: boolean) =>
  vi
    .spyOn(globalThis, 'matchMedia')
    .mockReturnValue({ matches: isAllowed, addListener() {}, removeListener() {} } as never);
/** Dispatches a pointer event of the carousel. */
const point = (type: string) => act(() => void find('section').dispatchEvent(new Event(type)));

/** Shows the carousel near the window, with keen-slider loaded. */
const showLoaded = async () => {
  show(<Carousel words={words} slides={slides} />);
  mockAllIsIntersecting(true);
  await act(() => vi.dynamicImportSettled());
};

beforeEach(() => {
  vi.useFakeTimers();
  setupIntersectionMocking(vi.fn);
  allowMotion(true);
});
afterEach(() => {
  resetIntersectionMocking();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('names itself, its slides and their number, and begins with Pause', () => {
  show(<Carousel words={words} slides={slides} />);
  expect(find('section').getAttribute('aria-roledescription')).toBe('carousel');
  expect(find('section').getAttribute('aria-label')).toBe(words.label);
  expect(find('button').getAttribute('aria-label')).toBe('Pause the quotes');
  expect(find('[aria-roledescription=slide]').getAttribute('aria-label')).toBe('1 of 5');
});

it('has controls of the slides, each of which is a group', () => {
  show(<Carousel words={words} slides={slides} />);
  const list = find('[aria-live]');
  for (const name of [words.previous, words.next])
    expect(find(`[aria-label="${name}"]`).getAttribute('aria-controls')).toBe(list.id);
  expect(list.id).not.toBe('');
  expect(list.querySelectorAll(':scope > [role="group"]')).toHaveLength(slides.length);
});

it('has all slides without script', () => {
  expect(renderToString(<Carousel words={words} slides={slides} />)).not.toContain('inert');
});

/** A page with the carousel that can be left. */
const showToLeave = () => {
  let leave = () => {};
  const Page = () => {
    const [isLeft, setLeft] = useState(false);
    leave = () => setLeft(true);
    return isLeft ? null : <Carousel words={words} slides={slides} />;
  };
  show(<Page />);
  return () => act(() => leave());
};

it.each([
  ['while keen-slider loads', false],
  ['after that', true],
])('leaves nothing behind on a page that is left %s', async (_, isLoaded) => {
  const leave = showToLeave();
  mockAllIsIntersecting(true);
  if (isLoaded) await act(() => vi.dynamicImportSettled());
  leave();
  await act(() => vi.dynamicImportSettled());
  expect(vi.getTimerCount()).toBe(0);
});

it('does not begin to move under the pointer or focus', async () => {
  show(<Carousel words={words} slides={slides} />);
  const isHeld = (selector: string) => selector === ':hover, :focus-within';
  vi.spyOn(find('section'), 'matches').mockImplementation(isHeld);
  mockAllIsIntersecting(true);
  await act(() => vi.dynamicImportSettled());
  wait(SLIDE_MS * 2);
  expect(current()).toEqual(['one']);
});

it('can be moved where keen-slider does not load', async () => {
  vi.doMock('#web/marketing/carousel/create-slider.ts', () => Promise.reject(new Error('offline')));
  show(<Carousel words={words} slides={slides} />);
  mockAllIsIntersecting(true);
  await act(() => vi.dynamicImportSettled());
  click(find('[aria-label="Next quote"]'));
  expect(current()).toEqual(['two']);
  vi.doUnmock('#web/marketing/carousel/create-slider.ts');
});

it('leaves its layout to the stylesheet until it comes near the window', async () => {
  show(<Carousel words={words} slides={slides} />);
  mockAllIsIntersecting(false);
  await act(() => vi.dynamicImportSettled());
  wait(SLIDE_MS * 2);
  expect(current()).toEqual(['one']);
  expect(inView()).toEqual([]);
});

it('moves every three seconds in an endless loop, and only the centred slide is not inert', async () => {
  await showLoaded();
  expect(current()).toEqual(['one']);
  expect(inView()).toEqual(['five', 'one', 'two']);
  wait(SLIDE_MS - 1);
  expect(current()).toEqual(['one']);
  wait(1);
  expect(current()).toEqual(['two']);
  wait(SLIDE_MS - 1);
  expect(inView()).toEqual(['one', 'two', 'three']);
  wait(1 + SLIDE_MS * 3);
  expect(current()).toEqual(['one']);
});

it('stops and becomes a live region when paused, and plays on when asked', async () => {
  await showLoaded();
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

it('stops while a control has focus', async () => {
  await showLoaded();
  act(() => find('[aria-label="Next quote"]').focus());
  wait(SLIDE_MS * 2);
  expect(current()).toEqual(['one']);
  act(() => find('[aria-label="Next quote"]').blur());
  wait(SLIDE_MS);
  expect(current()).toEqual(['two']);
});

it('stops under the pointer', async () => {
  await showLoaded();
  point('pointerenter');
  wait(SLIDE_MS * 2);
  expect(current()).toEqual(['one']);
  point('pointerleave');
  wait(SLIDE_MS);
  expect(current()).toEqual(['two']);
});

it('stops in a tab that is not shown', async () => {
  await showLoaded();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  wait(SLIDE_MS * 2);
  expect(current()).toEqual(['one']);
  hidden.mockReturnValue(false);
  wait(SLIDE_MS);
  expect(current()).toEqual(['two']);
});

it('stays where the visitor moved it', async () => {
  await showLoaded();
  click(find('[aria-label="Previous quote"]'));
  expect(current()).toEqual(['five']);
  wait(SLIDE_MS * 3);
  expect(current()).toEqual(['five']);
  click(find('[aria-label="Next quote"]'));
  expect(current()).toEqual(['one']);
});

it('moves by a click from before keen-slider is loaded', async () => {
  show(<Carousel words={words} slides={slides} />);
  click(find('[aria-label="Next quote"]'));
  mockAllIsIntersecting(true);
  await act(() => vi.dynamicImportSettled());
  wait(SLIDE_MS);
  expect(current()).toEqual(['two']);
  expect(inView()).toEqual(['one', 'two', 'three']);
});

it('moves with a drag to the next slide, and stays there', async () => {
  await showLoaded();
  const slideArea = find('[aria-live]');
  const drag = (type: string, pageX: number) =>
    act(() => void slideArea.dispatchEvent(Object.assign(new Event(type), { pageX, pageY: 0 })));
  drag('mousedown', 10);
  drag('mousemove', 9.9);
  wait(50);
  drag('mousemove', 9.3);
  drag('mouseup', 9.3);
  wait(SLIDE_MS * 2);
  expect(current()).toEqual(['two']);
});

it('changes slides without an animation, and only when asked, under reduced motion', async () => {
  allowMotion(false);
  await showLoaded();
  wait(SLIDE_MS * 3);
  expect(current()).toEqual(['one']);
  click(find('[aria-label="Next quote"]'));
  expect(inView()).toEqual(['one', 'two', 'three']);
});
