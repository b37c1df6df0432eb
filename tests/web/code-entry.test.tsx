// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import { codeContent, waitInWords } from '#web/content/code.ts';
import { CodeEntry } from '#web/forms/code-entry.tsx';
import { reportNoAnswer } from '#web/platform/browser-issues.ts';
import { click, find, findText, paste, press, show, waitFor } from './ui/render-component.tsx';

afterEach(() => vi.useRealTimers());

const sendCode = fromPromise<SendCodeResult, { email: string }>(() => new Promise(() => {}));
let verify: () => Promise<VerifyCodeResult>;
const verifyCode = fromPromise<VerifyCodeResult, { email: string; code: string }>(() => verify());
const machine = otpMachine.provide({
  actors: { sendCode, verifyCode },
  actions: { notify: () => {} },
});

/** The boxes for a code that was sent a moment ago, before a reload. Returns how the resend pause passes. */
const showEntry = ({ isAutoSubmit = false } = {}) => {
  const clock = new SimulatedClock();
  const resendAt = Date.now() + RESEND_PAUSE_MS;
  const input = { email: 'asha@acme.example', isAutoSubmit, resendAt };
  show(<CodeEntry otp={createActor(machine, { input, clock }).start()} hint="" />);
  return () => act(() => clock.increment(RESEND_PAUSE_MS));
};

const said = () =>
  [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);

it('a screen reader hears when another code can be asked for, and not before', () => {
  const passPause = showEntry();
  expect(said()).not.toContain(codeContent.canResend);
  passPause();
  expect(said()).toContain(codeContent.canResend);
});

it('who asks for another code goes on in the first box', () => {
  showEntry()();
  const resend = findText('button', codeContent.resend);
  resend.focus();
  click(resend);
  expect(document.activeElement).toBe(find('[aria-label="Digit 1 of 6"]'));
});

it('the countdown shows a second until it is over', () => {
  vi.useFakeTimers();
  showEntry();
  act(() => vi.advanceTimersByTime(RESEND_PAUSE_MS - MS_PER_S / 4));
  expect(findText('button', `${codeContent.resendIn} 1`)).toBeDefined();
});

const box = () => find<HTMLInputElement>('fieldset input');
const described = () =>
  document.getElementById(find('fieldset').getAttribute('aria-describedby') ?? '')?.textContent;
/** The button below the boxes that asks for another code. */
const resend = () => [...document.querySelectorAll('button')].at(-1) as HTMLButtonElement;

it('after too many attempts, the boxes say how long to wait, and the same code can be checked again', async () => {
  showEntry({ isAutoSubmit: true });
  const retryAfterS = 40;
  verify = vi
    .fn(() => new Promise<VerifyCodeResult>(() => {}))
    .mockResolvedValueOnce({ ok: false, isRateLimited: true, retryAfterS });
  paste(box(), '12345');
  const hasRetry = () => document.body.textContent.includes(codeContent.retry);
  expect(hasRetry()).toBe(false);
  paste(box(), '123456');
  await waitFor(() => expect(described()).toBe(codeContent.rateLimited(waitInWords(retryAfterS))));
  click(findText('button', codeContent.retry));
  expect(verify).toHaveBeenCalledTimes(2);
});

/** The server is away for a moment. */
const loseServer = async () => {
  void reportNoAnswer(vi.fn().mockResolvedValueOnce(false).mockResolvedValue(true));
  await act(() => vi.advanceTimersByTimeAsync(6 * MS_PER_S));
};

it.each([
  ['is checked when the server is back', 2, () => Promise.reject(new Error('away'))],
  [
    'waits for its owner where there were too many',
    1,
    async (): Promise<VerifyCodeResult> => ({ ok: false, isRateLimited: true, retryAfterS: 40 }),
  ],
] as const)('a whole code that was not checked %s', async (_, times, answer) => {
  vi.useFakeTimers();
  showEntry({ isAutoSubmit: true });
  verify = vi.fn(() => new Promise<VerifyCodeResult>(() => {})).mockImplementationOnce(answer);
  paste(box(), '123456');
  await loseServer();
  expect(verify).toHaveBeenCalledTimes(times);
  await loseServer();
  expect(verify).toHaveBeenCalledTimes(times);
});

it('a code that only a press submits waits for it when the server is back', async () => {
  vi.useFakeTimers();
  showEntry();
  verify = vi.fn();
  paste(box(), '123456');
  await loseServer();
  expect(verify).not.toHaveBeenCalled();
});

it.each([
  ['of this page', false, 'Sent.'],
  ['of another page, which may be used up', true, codeContent.unsent],
])('in the pause after a code %s, the boxes say what there is', async (_, isElsewhere, text) => {
  const resendAt = Date.now() + RESEND_PAUSE_MS;
  const paused: SendCodeResult = { ok: true, isPaused: true, isElsewhere, resendAt };
  const actors = { sendCode: fromPromise<SendCodeResult, { email: string }>(async () => paused) };
  const input = { email: 'asha@acme.example', isAutoSubmit: true };
  const otp = createActor(machine.provide({ actors }), { input }).start();
  show(<CodeEntry otp={otp} hint="Sent." />);
  await waitFor(() => expect(described()).toBe(text));
});

it('while a code is checked, it stays as it is, and no other one can be asked for', () => {
  showEntry({ isAutoSubmit: true })();
  verify = () => new Promise(() => {});
  expect(resend().disabled).toBe(false);
  paste(box(), '123456');
  expect(described()).toBe(codeContent.verifying);
  expect([box().readOnly, resend().disabled]).toEqual([true, true]);
});

it('the button for another code is busy while that is sent', () => {
  showEntry()();
  click(resend());
  expect(resend().getAttribute('aria-busy')).toBe('true');
  expect(described()).toBe(codeContent.sending);
});

it.each([
  ['a form with a button of its own is submitted by Enter', false, true],
  ['a code that is checked by itself needs no form', true, false],
])('%s', (_, isAutoSubmit, isLeftToForm) => {
  showEntry({ isAutoSubmit });
  box().focus();
  expect(press('Enter')).toBe(isLeftToForm);
});

it('who has asked for a code goes on in its boxes; a reload takes no focus', async () => {
  showEntry();
  expect(document.activeElement).toBe(document.body);
  document.body.replaceChildren();
  const resendAt = Date.now() + RESEND_PAUSE_MS;
  const sent = fromPromise<SendCodeResult, { email: string }>(async () => ({ ok: true, resendAt }));
  const otp = createActor(machine.provide({ actors: { sendCode: sent } }), {
    input: { email: 'asha@acme.example', isAutoSubmit: false },
  }).start();
  await expect.poll(() => otp.getSnapshot().hasTag('codeEntry')).toBe(true);
  show(<CodeEntry otp={otp} hint="" />);
  expect(document.activeElement).toBe(box());
});
