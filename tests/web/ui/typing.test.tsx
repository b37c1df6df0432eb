// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import styles from '#web/marketing/motion/typing.module.css';
import { Typing } from '#web/marketing/motion/typing.tsx';
import { find, show } from './render-component.tsx';

const PHRASES = ['Hire faster', 'Hire fairly', 'Hire'];
/** Longer than three short phrases take. */
const ENOUGH_MS = 20_000;

const shown = () => find('[aria-hidden] > :last-child').textContent;
const allowMotion = (isAllowed: boolean) =>
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: isAllowed } as MediaQueryList);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The texts that the line shows after its first one, and how long each stays. */
const watch = () => {
  const texts: [text: string | null, ms: number][] = [[shown(), 0]];
  for (let ms = 0; ms < ENOUGH_MS; ms += 20) {
    act(() => vi.advanceTimersByTime(20));
    const last = texts.at(-1);
    if (last && last[0] === shown()) last[1] += 20;
    else texts.push([shown(), 0]);
  }
  return texts;
};

it('each phrase is typed over what it shares with the one before, and stays to be read', () => {
  allowMotion(true);
  show(<Typing phrases={PHRASES} />);
  const texts = watch();
  const stays = (phrase: string) => texts.find(([text]) => text === phrase)?.[1];
  expect(stays('Hire faster')).toBeGreaterThan(500);
  expect(stays('Hire fairly')).toBeGreaterThan(500);
  expect(texts.map(([text]) => text)).toEqual([
    ...['Hire faster', 'Hire faste', 'Hire fast', 'Hire fas', 'Hire fa'],
    ...['Hire fai', 'Hire fair', 'Hire fairl', 'Hire fairly'],
    ...['Hire fairl', 'Hire fair', 'Hire fai', 'Hire fa', 'Hire f', 'Hire ', 'Hire'],
  ]);
});

it('nothing is typed under reduced motion', () => {
  allowMotion(false);
  show(<Typing phrases={PHRASES} />);
  expect(watch().map(([text]) => text)).toEqual(['Hire faster']);
});

it('the cursor is shown while something is typed, beside the room for every phrase', () => {
  allowMotion(true);
  show(<Typing phrases={PHRASES} />);
  const isTyping = () => document.querySelector(`.${styles['typing']}`) !== null;
  expect(isTyping()).toBe(true);
  watch();
  expect(isTyping()).toBe(false);
  expect(
    [...document.querySelectorAll<HTMLElement>('[data-phrase]')].map(
      ({ dataset }) => dataset['phrase'],
    ),
  ).toEqual(PHRASES);
});

it('nothing is typed on a page that was left', () => {
  allowMotion(true);
  let leave = () => {};
  const Page = () => {
    const [isLeft, setLeft] = useState(false);
    leave = () => setLeft(true);
    return isLeft ? null : <Typing phrases={PHRASES} />;
  };
  show(<Page />);
  act(() => leave());
  expect(vi.getTimerCount()).toBe(0);
});

it('a screen reader gets all phrases at once', () => {
  allowMotion(true);
  show(<Typing phrases={PHRASES} />);
  expect(find('span:not([aria-hidden])').textContent).toBe(PHRASES.join(', '));
});
