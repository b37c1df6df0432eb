import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { CODE_LENGTH, RESEND_PAUSE_MS } from '#contract/limits.ts';
import { HASTY_CODE } from '#tests/charts/otp.ts';
import { createAccount } from '#tests/support/account.ts';
import { endResendPauses } from '#tests/support/ask-anew.ts';
import { busyButton, button, idleButton } from '#tests/support/button.ts';
import { inAnotherTab } from '#tests/support/in-another-tab.ts';
import { newestCode } from '#tests/support/newest-code.ts';
import { askForCode, atHeading, typeCode } from '#tests/support/sign-up-by-hand.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { loginNotices, signUpNotices } from '#web/content/notices.ts';

const PASSWORD = 'quiet lantern river';
/** A code to sign up with, or to log in. */
const SEND_CODE = /^\/v1\/email\/genOtpv2\/|^\/v2\/user\/genOtp\//;
const VERIFY_CODE = /^\/v1\/email\/verify\/|^\/v2\/user\/login$/;

/** `Resend OTP` where one signs up or logs in, `Resend` where the password is forgotten. */
const resend = ({ page }: Stage) => page.getByRole('button', { name: /^Resend(?: OTP)?$/ });
const boxes = ({ page }: Stage) => page.getByLabel(/^Digit \d of 6$/);
const invalidBoxes = (stage: Stage) => boxes(stage).and(stage.page.locator('[aria-invalid]'));
const digits = (stage: Stage) =>
  boxes(stage).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''));
const lookWrong = (stage: Stage) => stage.page.getByText('Invalid OTP').waitFor();

/** Whether the code that is typed next is found right. */
const isNextRight = ({ upcoming }: Stage): boolean =>
  upcoming.find(({ type }) => type.endsWith('.actor.verifyCode'))?.['output']?.ok === true;

/**
 * Somebody who proves an address: at `/#/checkout`, where the sixth digit submits, or at
 * `/#/forgotPassword`, where the button does.
 */
export const drivers: ChartDrivers = {
  held: [SEND_CODE, VERIFY_CODE],
  // The sixth digit submits where one signs up.
  notices: (input) =>
    (input as { isAutomatic: boolean }).isAutomatic ? signUpNotices : loginNotices,
  async start(stage, input) {
    const { isAutomatic, resendAt } = input as { isAutomatic: boolean; resendAt?: number };
    const { email, page, site, visitor } = stage;
    if (!isAutomatic) await createAccount(site.db, { email, password: PASSWORD });
    if (resendAt) await inAnotherTab(visitor, (tab) => askForCode(tab, email));
    await page.goto(isAutomatic ? '/#/checkout' : '/#/forgotPassword');
    await atHeading(visitor, isAutomatic ? 'Sign up free to try now!' : 'Forgot Password?');
    if (resendAt) return;
    await page.getByLabel(/email$/i).fill(email);
    await button(stage, 'Send OTP').click();
  },
  events: {
    async 'code.changed'(stage, { code }) {
      const right = await newestCode(stage.site, stage.email);
      const wrong = right === '000000' ? '111111' : '000000';
      const typed = code !== HASTY_CODE && isNextRight(stage) ? right : wrong;
      // Digits over the same digits are no change.
      if ((await digits(stage)) === typed) await boxes(stage).last().press('Backspace');
      await typeCode(stage.visitor, typed.slice(0, code.length));
    },
    'code.submitted': (stage) => boxes(stage).first().press('Enter'),
    async 'resend.requested'(stage) {
      await endResendPauses(stage.site);
      await resend(stage).or(idleButton(stage, 'Send OTP')).click();
    },
    'xstate.after.resendPause.otp.open.delivery.cooling': ({ page }) =>
      page.clock.fastForward(RESEND_PAUSE_MS),
    async 'xstate.done.actor.sendCode'({ site, email, wire }, { output }: AnyEventObject) {
      // Signed up meanwhile, in another browser.
      if (output.isRefused) await createAccount(site.db, { email, password: PASSWORD });
      if (output.notice === 'codeNotSent') await wire.refuse(SEND_CODE, 'too_many_requests', 30);
      else await wire.pass(SEND_CODE);
    },
    'xstate.error.actor.sendCode': ({ wire }) => wire.cut(SEND_CODE),
    'xstate.done.actor.verifyCode': ({ wire }, { output }) =>
      output.isClosed
        ? wire.refuse(VERIFY_CODE, 'too_many_requests', output.retryAfterS)
        : wire.pass(VERIFY_CODE),
    'xstate.error.actor.verifyCode': ({ wire }) => wire.cut(VERIFY_CODE),
  },
  states: {
    'otp.open.delivery.sending': (stage) =>
      busyButton(stage, 'Send OTP')
        .or(resend(stage).and(stage.page.locator('[aria-busy]')))
        .waitFor(),
    'otp.open.delivery.cooling': ({ page }) =>
      page.getByRole('button', { name: /^Resend in \d+$/ }).waitFor(),
    'otp.open.delivery.unsent': (stage) => idleButton(stage, 'Send OTP').waitFor(),
    'otp.open.delivery.ready': (stage) =>
      resend(stage).and(stage.page.locator(':not([aria-busy])')).waitFor(),
    'otp.open.entry.entering.neutral': (stage) =>
      expect.poll(() => invalidBoxes(stage).count()).toBe(0),
    'otp.open.entry.entering.incomplete': lookWrong,
    async 'otp.open.entry.entering.closed'(stage) {
      await stage.page.getByText('Too many attempts. Please wait 40 seconds').waitFor();
      expect(await digits(stage)).toHaveLength(CODE_LENGTH);
      expect(await invalidBoxes(stage).count()).toBe(0);
    },
    async 'otp.open.entry.entering.rejected'(stage) {
      await lookWrong(stage);
      expect(await digits(stage)).toBe('');
    },
    'otp.open.entry.verifying': ({ page }) => page.getByText('Checking the code …').waitFor(),
    'otp.verified': ({ page }) =>
      page
        .getByText('Email verified')
        .or(page.getByRole('heading', { name: 'Set a new password' }))
        .waitFor(),
    'otp.refused': ({ page }) => page.getByText('This Email is already registered').waitFor(),
  },
};
