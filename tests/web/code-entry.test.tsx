// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { otpMachine, type SendCodeResult } from '#machines/otp.ts';
import { codeContent } from '#web/content/code.ts';
import { CodeEntry } from '#web/forms/code-entry.tsx';
import { click, find, findText, show } from './ui/render-component.tsx';

afterEach(() => vi.useRealTimers());

const sendCode = fromPromise<SendCodeResult, { email: string }>(() => new Promise(() => {}));
const machine = otpMachine.provide({ actors: { sendCode } });

/** The boxes for a code that was sent a moment ago, before a reload. Returns how the resend pause passes. */
const showEntry = () => {
  const clock = new SimulatedClock();
  const resendAt = Date.now() + RESEND_PAUSE_MS;
  const input = { email: 'asha@acme.example', isAutoSubmit: false, resendAt };
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
  act(() => vi.advanceTimersByTime(RESEND_PAUSE_MS - MS_PER_S / 2));
  expect(findText('button', `${codeContent.resendIn} 1`)).toBeDefined();
});
