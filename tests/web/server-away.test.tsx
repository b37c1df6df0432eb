// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserIssueTexts } from '#web/content/browser-issues.ts';
import { BrowserIssues } from '#web/forms/browser-issues.tsx';
import { reportAnswer, reportNoAnswer } from '#web/platform/browser-issues.ts';
import { find, show } from './ui/render-component.tsx';

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
