// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import Campaign from '#web/pages/campaign/campaign.tsx';
import Home from '#web/pages/home/home.tsx';
import { ENTRY_KEY } from '#web/routing/hash-location.ts';
import { recordScrollPositions } from '#web/routing/scroll-positions.ts';
import { loadStaticIslands } from '#web/routing/static-island.tsx';
import { useSectionScroll } from '#web/routing/use-section-scroll.ts';
import { show } from './ui/render-component.tsx';

const SECTIONS = ['faq', 'pricing'];
const Page = () => {
  useSectionScroll(SECTIONS);
  return [...SECTIONS, 'other'].map((id) => <div key={id} id={id} />);
};

const scrolled: [id: string, options: unknown][] = [];

beforeEach(() => {
  scrolled.length = 0;
  sessionStorage.clear();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element, how) {
    scrolled.push([this.id, how]);
  });
});

const open = (search: string, state: object | null = null) => {
  history.replaceState(state, '', `/${search}#/`);
  recordScrollPositions(() => false);
  show(<Page />);
};

it.each([
  [false, 'instant'],
  [true, 'smooth'],
])('a link to a section leads to it; motion allowed: %s', (matches, behavior) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches } as MediaQueryList);
  open('?section=faq&gclid=5');
  expect(scrolled).toEqual([['faq', { behavior, block: 'start' }]]);
  // A link to the next page drops it there.
  expect(location.search + location.hash).toBe('?gclid=5#/?section=faq');
});

it.each([
  ...['casestudies', 'advantages', 'numbers', 'process', 'features', 'carousel', 'faq'].map(
    (section) => ['home', section, Home] as const,
  ),
  ['the campaign', 'customers', Campaign],
  ['the campaign', 'hire', Campaign],
] as const)('on %s a link to the section %s leads to it', async (_, section, Page) => {
  class Observer {
    thresholds = [0];
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  await loadStaticIslands();
  history.replaceState(null, '', `/?section=${section}#/`);
  recordScrollPositions(() => false);
  show(<Page />);
  expect(scrolled.map(([id]) => id)).toEqual([section]);
  vi.unstubAllGlobals();
});

it('a link to another section leads there', () => {
  open('?section=faq');
  act(() => history.pushState(null, '', '/?section=pricing#/'));
  expect(scrolled.map(([id]) => id)).toEqual(['faq', 'pricing']);
});

it('only the sections of the page are found by their ids', () => {
  open('?section=other');
  expect(scrolled).toEqual([]);
});

it.each([
  ['Back leads to where the page was left', 'back_forward', []],
  ['a reload leads to the section again', 'reload', ['faq']],
])('%s', (_, type, ids) => {
  sessionStorage.setItem(storageKeys.scroll, JSON.stringify([['key', 500]]));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
  open('?section=faq', { [ENTRY_KEY]: 'key' });
  expect(scrolled.map(([id]) => id)).toEqual(ids);
});
