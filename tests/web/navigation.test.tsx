// @vitest-environment happy-dom
import { act, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { App } from '#web/boot/app.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { startRouting } from '#web/routing/current-route.ts';
import { navigate } from '#web/routing/hash-location.ts';
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
const go = (path: string) => act(async () => navigate(path));

beforeEach(async () => {
  history.replaceState(null, '', '#/about');
  replacePage('/about')();
  await startRouting('/about');
  show(<App onMounted={vi.fn()} ssrPath="/about" />);
});

it('the title and the description follow the page', async () => {
  document.head.innerHTML = '<meta name="description" content="">';
  replacePage('/pricing')();
  await go('/pricing');
  expect(heading()).toBe('/pricing');
  expect(document.title).toBe(routes['/pricing']?.title);
  expect(document.querySelector('meta')?.content).toBe(routes['/pricing']?.description);
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
  expect(document.querySelector('[role="progressbar"]')).not.toBeNull();
  replacePage('/login')();
  await go('/login');
  await act(async () => arrive());
  expect(heading()).toBe('/login');
  expect(document.title).toBe(routes['/login']?.title);
});
