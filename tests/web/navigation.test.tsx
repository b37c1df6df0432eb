// @vitest-environment happy-dom
import { act, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useSearch } from 'wouter';
import { App } from '#web/boot/app.tsx';
import { siteContent } from '#web/content/site.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { startRouting } from '#web/routing/current-route.ts';
import { navigate } from '#web/routing/hash-location.ts';
import { ChunkError } from '#web/routing/load-page.ts';
import { routes } from '#web/routing/routes.tsx';
import { click, findText, show } from './ui/render-component.tsx';

/** Replaces the page of a route by its name; the returned function lets its script arrive. */
const replacePage = (path: string): (() => void) => {
  const chunk = routes[path]?.chunk;
  if (!chunk) throw new Error(`no route ${path}`);
  let arrive = () => {};
  const loading = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  chunk.load = () => loading;
  return () => {
    chunk.Page = () => <PageHeading>{path}</PageHeading>;
    arrive();
  };
};

const heading = () => document.querySelector('h1')?.textContent;
const bar = () => document.querySelector('[role="progressbar"]');
const go = (path: string) => act(async () => navigate(path));

beforeEach(async () => {
  history.replaceState(null, '', '#/about');
  replacePage('/about')();
  await startRouting('/about');
  show(<App onMounted={vi.fn()} ssrPath="/about" />);
});

it('the title, the description and the address to share follow the page', async () => {
  document.head.innerHTML =
    '<meta name="description" content=""><link rel="canonical" href="https://acme.example/about">';
  replacePage('/pricing')();
  await go('/pricing');
  expect(heading()).toBe('/pricing');
  expect(document.title).toBe(routes['/pricing']?.title);
  expect(document.querySelector('meta')?.content).toBe(routes['/pricing']?.description);
  expect(document.querySelector('link')?.href).toBe('https://acme.example/pricing');
});

it('the heading of the next page takes the focus, at its top', async () => {
  const scroll = vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
  replacePage('/terms')();
  await go('/terms');
  expect(heading()).toBe('/terms');
  expect(document.activeElement?.tagName).toBe('H1');
  expect(scroll).toHaveBeenCalledWith({ top: 0, behavior: 'instant' });
});

it('a heading whose letters are split is read as a whole', () => {
  show(
    <PageHeading label="Hire">
      H<span>i</span>re
    </PageHeading>,
  );
  expect([...document.querySelectorAll('h1')].at(-1)?.getAttribute('aria-label')).toBe('Hire');
});

it('a page that changes leaves the focus where it is', async () => {
  replacePage('/privacy')();
  const { chunk } = routes['/privacy'] ?? {};
  if (!chunk) throw new Error('no route');
  chunk.Page = () => {
    const [count, setCount] = useState(0);
    return (
      <>
        <PageHeading>/privacy</PageHeading>
        <button type="button" onClick={() => setCount(count + 1)}>{`pressed ${count}`}</button>
      </>
    );
  };
  await go('/privacy');
  const button = findText('button', 'pressed 0');
  button.focus();
  click(button);
  expect(findText('button', 'pressed 1')).toBe(document.activeElement);
});

it('a page whose script comes late does not replace the one that was opened since', async () => {
  const arrive = replacePage('/demo');
  await go('/demo');
  expect(heading()).toBe('/about');
  expect(bar()?.getAttribute('aria-label')).toBe(siteContent.loading);
  replacePage('/login')();
  await go('/login');
  await act(async () => arrive());
  expect(heading()).toBe('/login');
  expect(document.title).toBe(routes['/login']?.title);
  expect(bar()).toBeNull();
});

it('a page that did not load says so, and the next one is shown', async () => {
  const { chunk } = routes['/thankyou'] ?? {};
  if (!chunk) throw new Error('no route');
  // The page asks whether the site has a newer version.
  vi.stubGlobal('fetch', async () => new Response('', { status: 500 }));
  chunk.load = async () => {
    chunk.error = new ChunkError('no network');
  };
  await go('/thankyou');
  expect(document.querySelector('main')?.textContent).toContain('no network');
  expect(bar()).toBeNull();
  await go('/about');
  expect(heading()).toBe('/about');
  vi.unstubAllGlobals();
});

it('a page that broke does not break the next one', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  replacePage('/thankyou_campaign')();
  const { chunk } = routes['/thankyou_campaign'] ?? {};
  if (!chunk) throw new Error('no route');
  chunk.Page = () => {
    throw new Error('broken');
  };
  await go('/thankyou_campaign');
  expect(heading()).not.toBe('/about');
  await go('/about');
  expect(heading()).toBe('/about');
});

it('a page follows the query of its address', async () => {
  replacePage('/campaign')();
  const { chunk } = routes['/campaign'] ?? {};
  if (!chunk) throw new Error('no route');
  chunk.Page = () => <h1>{useSearch()}</h1>;
  await go('/campaign?section=faq');
  expect(heading()).toBe('section=faq');
  await go('/campaign?section=demo');
  expect(heading()).toBe('section=demo');
});
