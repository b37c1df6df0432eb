// @vitest-environment happy-dom
import { act, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fallbackContent as words } from '#web/content/fallback.ts';
import { siteContent } from '#web/content/site.ts';
import { ChunkErrorPage, ErrorBoundary } from '#web/pages/fallback/fallback.tsx';
import NotFound from '#web/pages/fallback/not-found.tsx';
import { ChunkError } from '#web/routing/load-page.ts';
import { click, findText, show } from './ui/render-component.tsx';

/** The document that the server sends: it names the script of this version, or one of another version. */
const CURRENT = import.meta.url.replace(/tests\/.*/, 'src/web/routing/load-page.ts');
const UPDATED = 'of another script';
/** Longer than the page waits for the server. */
const LATE_MS = 1500;

const reload = vi.fn();
let answer: (html: string) => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  reload.mockClear();
  vi.spyOn(location, 'reload').mockImplementation(reload);
  let send = (_: string) => {};
  const html = new Promise<string>((resolve) => {
    send = resolve;
  });
  vi.stubGlobal('fetch', async () => new Response(await html));
  answer = (text) =>
    act(async () => {
      send(text);
      await vi.advanceTimersByTimeAsync(1);
    });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const error = new ChunkError('no network');
const wait = () => act(() => vi.advanceTimersByTime(LATE_MS));
const heading = () => document.querySelector('h1')?.textContent;

it('the page of another version is loaded again, which is said and stays so', async () => {
  show(<ChunkErrorPage error={error} />);
  expect(heading()).toBeUndefined();
  await answer(UPDATED);
  expect(reload).toHaveBeenCalledOnce();
  expect(heading()).toBe(words.updated);
  wait();
  expect(heading()).toBe(words.updated);
  // For who is not led on.
  click(findText('button', words.retry));
  expect(reload).toHaveBeenCalledTimes(2);
});

it('why a page did not load is said when the server has nothing newer', async () => {
  show(<ChunkErrorPage error={error} />);
  await answer(CURRENT);
  findText('p', error.message);
  expect(reload).not.toHaveBeenCalled();
  click(findText('button', words.retry));
  expect(reload).toHaveBeenCalledOnce();
});

it('a server that answers late does not keep the reason from being said', async () => {
  show(<ChunkErrorPage error={error} />);
  wait();
  findText('p', error.message);
  await answer(UPDATED);
  expect(heading()).toBe(words.updated);
});

it('who is offline reads that first, and gets the page with the network', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  let leave = () => {};
  const Visit = () => {
    const [isThere, setIsThere] = useState(true);
    leave = () => setIsThere(false);
    return isThere && <ChunkErrorPage error={error} />;
  };
  show(<Visit />);
  wait();
  findText('p', `${words.offline} ${error.message}`);
  act(() => void dispatchEvent(new Event('online')));
  expect(reload).toHaveBeenCalledOnce();
  act(() => leave());
  dispatchEvent(new Event('online'));
  expect(reload).toHaveBeenCalledOnce();
});

it.each([
  ['an error', new Error('broken')],
  ['something else', 'broken'],
])('a page that throws %s is replaced by the reason, and a way home', (_, thrown) => {
  // It is logged.
  vi.spyOn(console, 'error').mockReturnValue();
  const Page = () => {
    throw thrown;
  };
  show(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );
  findText('p', 'broken');
  expect(findText('main a', words.home).getAttribute('href')).toBe('/');
});

it('the page of an unknown address is drawn without its star, and leads on', () => {
  show(<NotFound />);
  findText('[data-lost]', words.lost);
  const links = [...document.querySelectorAll('main li a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
  const { pricing, demo, logIn } = siteContent;
  expect(links).toEqual([
    [pricing.label, pricing.to],
    [demo.site, demo.to],
    [logIn.label, logIn.to],
  ]);
});

it('a form that an unknown address leads to is empty', () => {
  show(<NotFound />);
  history.replaceState({ email: 'asha@acme.example' }, '');
  click(findText('main li a', siteContent.logIn.label));
  expect([location.pathname, history.state]).toEqual([siteContent.logIn.to, { email: '' }]);
});
