// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserIssueTexts, contactWords, reloadLabel } from '#web/content/browser-issues.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import {
  reportAnswer,
  reportCookies,
  reportMisunderstood,
  reportNoAnswer,
  reportStorage,
} from '#web/platform/browser-issues.ts';
import { createDraft } from '#web/platform/storage.ts';
import { click, find, findText, show } from './ui/render-component.tsx';

const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());

beforeEach(() => {
  vi.useFakeTimers();
  submit.mockClear();
  show(
    <form onSubmit={submit}>
      <BrowserIssues />
      <input name="email" />
    </form>,
  );
});
afterEach(() => void vi.useRealTimers());

const pressSubmit = () => act(() => find<HTMLFormElement>('form').requestSubmit());
const type = () => act(() => find('input').dispatchEvent(new Event('input', { bubbles: true })));

/** A server that answers the second question. */
const comeBack = () => vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true);
const goAway = (ask = comeBack()) =>
  act(async () => {
    void reportNoAnswer(ask);
    await vi.advanceTimersByTimeAsync(0);
  });
const wait = () => act(() => vi.runAllTimersAsync());

it('what was submitted to a server that is away waits for it, and is submitted once', async () => {
  pressSubmit();
  await goAway();
  expect(document.body.textContent).toContain(browserIssueTexts.unreachable);
  await wait();
  expect(document.body.textContent).not.toContain(browserIssueTexts.unreachable);
  expect(submit).toHaveBeenCalledTimes(2);
});

it('what only a press may submit waits for one', async () => {
  document.body.replaceChildren();
  show(
    <form onSubmit={submit}>
      <BrowserIssues submitsAgain={false} />
    </form>,
  );
  pressSubmit();
  await goAway();
  await wait();
  expect(submit).toHaveBeenCalledOnce();
});

it('an issue is drawn while there is one, and read once', async () => {
  expect(document.querySelectorAll('p')).toHaveLength(0);
  act(() => reportStorage(false));
  expect(document.querySelectorAll('button')).toHaveLength(0);
  expect(find('p').textContent).toBe(browserIssueTexts.storageRefused);
  expect(find('p').hasAttribute('aria-live')).toBe(false);
  act(() => reportStorage(true));
});

it('a form whose answers are understood does not ask whether the site has a newer version', () => {
  const fetched = vi.fn(async () => new Response());
  vi.stubGlobal('fetch', fetched);
  show(<BrowserIssues />);
  vi.unstubAllGlobals();
  expect(fetched).not.toHaveBeenCalled();
});

it('what was changed since is left to the visitor', async () => {
  pressSubmit();
  await goAway();
  type();
  await wait();
  expect(submit).toHaveBeenCalledOnce();
});

it('what was answered meanwhile is not submitted again', async () => {
  pressSubmit();
  await goAway();
  act(() => reportAnswer());
  await wait();
  expect(submit).toHaveBeenCalledOnce();
});

it('a server that is away is asked by one call only', async () => {
  const [first, second] = [comeBack(), comeBack()];
  await goAway(first);
  await goAway(second);
  await wait();
  expect(first).toHaveBeenCalledTimes(2);
  expect(second).not.toHaveBeenCalled();
});

const telling = () => find('[role="status"]').textContent;

it('a phone number and an address are offered while the server is away, where the form asks for them', async () => {
  show(<BrowserIssues offersContact />);
  act(() => reportStorage(false));
  expect(document.querySelectorAll('a')).toHaveLength(0);
  act(() => reportStorage(true));
  await goAway();
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toEqual([contactWords.phone.href, contactWords.email.href]);
  const { lead, phone, or, email } = contactWords;
  expect(document.body.textContent).toContain(`${lead}${phone.text}${or}${email.text}.`);
  await wait();
});

it('cookies that are blocked matter to forms that need them', () => {
  show(<BrowserIssues needsCookies={false} />);
  const said = () => [...document.querySelectorAll('[role="status"]')].map((s) => s.textContent);
  act(() => reportCookies(false));
  expect(said()).toEqual([browserIssueTexts.cookiesRefused, '']);
  act(() => reportCookies(true));
  expect(said()).toEqual(['', '']);
});

it('storage that is refused is told until something is stored', () => {
  act(() => reportStorage(false));
  expect(telling()).toBe(browserIssueTexts.storageRefused);
  act(() => reportStorage(true));
  expect(telling()).toBe('');
});

it('a draft that the browser does not store is told, until one is stored', () => {
  const draft = createDraft({ key: 'draft', storage: 'session', parse: String });
  vi.stubGlobal('sessionStorage', undefined);
  act(() => draft.save('typed'));
  expect(telling()).toBe(browserIssueTexts.storageRefused);
  vi.unstubAllGlobals();
  act(() => draft.save('typed'));
  expect(telling()).toBe('');
});

it('a connection that is lost is told until it is back, whatever else is wrong', () => {
  act(() => reportCookies(false));
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(telling()).toBe(browserIssueTexts.offline);
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(telling()).toBe(browserIssueTexts.cookiesRefused);
  act(() => reportCookies(true));
});

it('of several issues the one that hinders most is told', async () => {
  act(() => reportStorage(false));
  expect(telling()).toBe(browserIssueTexts.storageRefused);
  act(() => reportCookies(false));
  expect(telling()).toBe(browserIssueTexts.cookiesRefused);
  await goAway();
  expect(telling()).toBe(browserIssueTexts.unreachable);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(telling()).toBe(browserIssueTexts.offline);
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await wait();
  act(() => reportCookies(true));
  act(() => reportStorage(true));
  expect(telling()).toBe('');
});

it('a browser that is set to keep no cookies is told so from the start', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  vi.resetModules();
  const { BrowserIssues: Issues } = await import('#web/forms/browser-issues.tsx');
  document.body.replaceChildren();
  show(<Issues />);
  expect(telling()).toBe(browserIssueTexts.cookiesRefused);
});

it('a server that went away again is asked again', async () => {
  await goAway();
  await wait();
  const again = comeBack();
  await goAway(again);
  expect(telling()).toBe(browserIssueTexts.unreachable);
  await wait();
  expect(telling()).toBe('');
  expect(again).toHaveBeenCalledTimes(2);
});

it('an answer that is not understood leads to a reload, if the site has a newer version', async () => {
  const testUrl = import.meta.url;
  const { pathname } = new URL('../../src/web/routing/load-page.ts', testUrl);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const fetched = vi.fn<() => Promise<Response>>();
  vi.stubGlobal('fetch', fetched);
  const misunderstand = (html: string) =>
    act(async () => {
      fetched.mockResolvedValue(new Response(html));
      reportMisunderstood();
      await vi.advanceTimersByTimeAsync(0);
    });
  await misunderstand(pathname);
  expect(fetched).toHaveBeenCalledOnce();
  expect(telling()).toBe('');
  await misunderstand('/newer.js');
  vi.unstubAllGlobals();
  expect(telling()).toBe(browserIssueTexts.outdated);
  await goAway();
  expect(telling()).toBe(browserIssueTexts.outdated);
  await wait();
  click(findText('button', reloadLabel));
  expect(reload).toHaveBeenCalledOnce();
});
