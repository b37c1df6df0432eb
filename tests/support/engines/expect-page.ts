import { expect } from 'vitest';
import type { Tab } from './engine.ts';

/** Waits until the page shows a text. */
export const expectText = (tab: Tab, text: string): Promise<void> =>
  expect.poll(() => tab.evaluate(() => document.body.innerText)).toContain(text);

/** Waits until this is the only visible first-level heading. */
export const expectHeading = (tab: Tab, name: string): Promise<void> =>
  expect
    .poll(() =>
      tab.evaluate(() =>
        [...document.querySelectorAll('h1')]
          .filter((heading) => heading.checkVisibility())
          .map(({ textContent }) => textContent),
      ),
    )
    .toEqual([name]);

/** Waits until the tab is at a path of the site. */
export const expectPath = (tab: Tab, path: string): Promise<void> =>
  expect.poll(() => tab.evaluate(() => location.pathname + location.hash)).toBe(path);
