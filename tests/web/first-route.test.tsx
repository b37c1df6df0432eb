// @vitest-environment happy-dom
import { act } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSearch } from 'wouter';
import * as storageKeys from '#contract/storage-keys.ts';
import { find, show } from './ui/render-component.tsx';

/** The app as a document begins with it, and the scripts of a page, which arrive when `arrive` is called. */
const openDocument = async (address: string) => {
  vi.resetModules();
  history.replaceState(null, '', address);
  const [{ App }, { startRouting }, { navigate, ENTRY_KEY }, { routes }, { ChunkError }] =
    await Promise.all([
      import('#web/boot/app.tsx'),
      import('#web/routing/current-route.ts'),
      import('#web/routing/hash-location.ts'),
      import('#web/routing/routes.tsx'),
      import('#web/routing/load-page.ts'),
    ]);
  const chunkOf = (path: string) => {
    const { chunk } = routes[path] ?? {};
    if (!chunk) throw new Error(`no route ${path}`);
    return chunk;
  };
  const replace = (path: string) => {
    const chunk = chunkOf(path);
    let arrive = (_isThere: boolean) => {};
    const loading = new Promise<void>((resolve) => {
      arrive = (isThere) => {
        if (isThere) chunk.Page = () => <h1>{`${path}?${useSearch()}`}</h1>;
        else chunk.error = new ChunkError('no network');
        resolve();
      };
    });
    const load = vi.spyOn(chunk, 'load').mockReturnValue(loading);
    return { arrive: (isThere = true) => arrive(isThere), load };
  };
  return { App, startRouting, navigate, replace, ENTRY_KEY };
};

const heading = () => document.querySelector('h1')?.textContent;

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('the first page is shown with the query of its address, once its scripts are there', async () => {
  globalThis.pageChunks = { '/pricing': ['/assets/pricing.js'] };
  const { App, startRouting, replace } = await openDocument('/?gclid=5#/pricing?plan=pro');
  const { arrive, load } = replace('/pricing');
  const isLoaded = vi.fn();
  const started = startRouting('/pricing').then(isLoaded);
  await act(async () => {});
  expect(isLoaded).not.toHaveBeenCalled();
  arrive();
  await started;
  expect(isLoaded).toHaveBeenCalledWith(true);
  expect(load).toHaveBeenCalledWith(['/assets/pricing.js']);
  show(<App onMounted={vi.fn()} ssrPath="/pricing" />);
  expect(heading()).toBe('/pricing?gclid=5&plan=pro');
  globalThis.pageChunks = undefined;
});

it('a first page whose scripts did not come counts as not loaded', async () => {
  const { startRouting, replace } = await openDocument('/#/pricing');
  replace('/pricing').arrive(false);
  expect(await startRouting('/pricing')).toBe(false);
});

it('a link that was followed before the app ran leads to its page after the first one', async () => {
  const { App, startRouting, replace } = await openDocument('/#/about');
  const about = replace('/about');
  replace('/pricing').arrive();
  const started = startRouting('/pricing');
  await started;
  show(<App onMounted={vi.fn()} ssrPath="/pricing" />);
  expect(heading()).toBe('/pricing?');
  await act(async () => about.arrive());
  expect(heading()).toBe('/about?');
});

it('a page that comes late has the query of the last link to it', async () => {
  const { App, startRouting, navigate, replace } = await openDocument('/#/pricing');
  replace('/pricing').arrive();
  await startRouting('/pricing');
  show(<App onMounted={vi.fn()} ssrPath="/pricing" />);
  const { arrive } = replace('/demo');
  await act(async () => navigate('/demo?section=a'));
  await act(async () => navigate('/demo?section=b'));
  await act(async () => arrive());
  expect(heading()).toBe('/demo?section=b');
});

it('a page that is left is found at its place', async () => {
  const { startRouting, replace } = await openDocument('/#/pricing');
  replace('/pricing').arrive();
  await startRouting('/pricing');
  dispatchEvent(new Event('pagehide'));
  expect(JSON.parse(sessionStorage.getItem(storageKeys.scroll) ?? '[]')).toHaveLength(1);
});

it('the prerendered page is that of the path which the build asks for', async () => {
  const { App, replace } = await openDocument('/#/');
  replace('/terms').arrive();
  expect(renderToString(<App onMounted={vi.fn()} ssrPath="/terms" />)).toContain('/terms?');
});

it('a link to a clause leads there without script, too', async () => {
  const { App, startRouting, replace } = await openDocument('/#/terms');
  replace('/terms').arrive();
  await startRouting('/terms');
  const { Link } = await import('wouter');
  const { routes } = await import('#web/routing/routes.tsx');
  const { chunk } = routes['/terms'] ?? {};
  if (chunk) chunk.Page = () => <Link to="/terms?clause=7.2">7.2</Link>;
  show(<App onMounted={vi.fn()} ssrPath="/terms" />);
  expect(find('a').getAttribute('href')).toBe('/terms?clause=7.2#clause-7.2');
});

/** Opens a page, which is at that place when the app mounts it, and was left at another one. */
const openPlace = async (scrolledTo: number) => {
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' } as never]);
  vi.stubGlobal('scrollY', scrolledTo);
  sessionStorage.setItem(storageKeys.scroll, '[["key",500]]');
  const opened = await openDocument('/#/pricing');
  history.replaceState({ [opened.ENTRY_KEY]: 'key' }, '');
  opened.replace('/pricing').arrive();
  await opened.startRouting('/pricing');
  show(<opened.App onMounted={vi.fn()} ssrPath="/pricing" />);
  return { ...opened, scroll };
};

it.each([
  ['is led to its place', 0, [[{ top: 500, behavior: 'instant' }]]],
  ['who has scrolled meanwhile stays there', 80, []],
])('who comes back to a document %s', async (_, scrolledTo, calls) => {
  const { scroll } = await openPlace(scrolledTo);
  expect(scroll.mock.calls).toEqual(calls);
});

it.each(['/about', '/pricing?plan=pro'])(
  'Back from %s leads to the place of the page',
  async (to) => {
    const { scroll, navigate, replace } = await openPlace(80);
    replace('/about').arrive();
    const { state } = history;
    vi.stubGlobal('scrollY', 300);
    await act(async () => navigate(to));
    scroll.mockClear();
    vi.stubGlobal('scrollY', 10);
    history.replaceState(state, '', '/#/pricing');
    await act(async () => void dispatchEvent(new Event('popstate')));
    expect(scroll.mock.calls).toEqual([[{ top: 300, behavior: 'instant' }]]);
  },
);

it('the toasts of a page are shown', async () => {
  const { App, startRouting, replace } = await openDocument('/#/pricing');
  replace('/pricing').arrive();
  await startRouting('/pricing');
  show(<App onMounted={vi.fn()} ssrPath="/pricing" />);
  const { registerToaster } = await import('#web/ui/toaster-outlet.tsx');
  act(() => registerToaster(() => <output>Saved</output>));
  expect(find('output').textContent).toBe('Saved');
});
