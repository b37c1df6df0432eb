import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { CODE_LENGTH, RESEND_PAUSE_MS } from '#contract/code.ts';
import { canonicalEmail } from '#contract/email.ts';
import { HASTY_CODE } from '#paths/options/otp.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import {
  requestCode,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { latestCode } from '#tests/support/browser/latest-code.ts';
import { requestCodeByApi, requestLoginCodeByApi } from '#tests/support/browser/sign-up-by-api.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { loginNotices } from '#web/content/login.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';

const PASSWORD = 'quiet lantern river';
/** The requests for a sign-up code and for a login code. */
const SEND_CODE = /^\/v1\/email\/genOtpv2\/|^\/v2\/user\/genOtp\//;
const VERIFY_CODE = /^\/v1\/email\/verify\/|^\/v2\/user\/login$/;

/** `Resend OTP` in the sign-up and the login, `Resend` at `/#/forgotPassword`. */
const resend = ({ page }: DriverContext) => page.getByRole('button', { name: /^Resend(?: OTP)?$/ });
const boxes = ({ page }: DriverContext) => page.getByLabel(/^Digit \d of 6$/);
const invalidBoxes = (context: DriverContext) =>
  boxes(context).and(context.page.locator('[aria-invalid]'));
const digits = (context: DriverContext) =>
  boxes(context).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''));
const seesInvalidCode = (context: DriverContext) => context.page.getByText('Invalid OTP').waitFor();

/** Whether the next verification of the path succeeds. */
const isNextCodeValid = ({ upcoming }: DriverContext): boolean =>
  upcoming.find(({ type }) => type.endsWith('.actor.verifyCode'))?.['output']?.ok === true;

/**
 * A visitor who verifies an email address: at `/#/checkout`, where the sixth digit submits, or at
 * `/#/forgotPassword`, where the button submits.
 */
export const drivers: ChartDrivers = {
  intercepted: [SEND_CODE, VERIFY_CODE],
  // The sixth digit submits in the sign-up.
  notices: (input) =>
    (input as { isAutoSubmit: boolean }).isAutoSubmit ? signUpNotices : loginNotices,
  async start(context, input) {
    const { isAutoSubmit, resendAt } = input as { isAutoSubmit: boolean; resendAt?: number };
    const { email, page, site, visitor } = context;
    if (!isAutoSubmit) await insertAccount(site.db, { email, password: PASSWORD });
    if (resendAt) await withSecondTab(visitor, (tab) => requestCode(tab, email));
    await page.goto(isAutoSubmit ? '/#/checkout' : '/#/forgotPassword');
    await waitForHeading(visitor, isAutoSubmit ? 'Sign up free to try now!' : 'Forgot Password?');
    if (resendAt) return;
    await page.getByLabel(/email$/i).fill(email);
    await button(context, 'Send OTP').click();
  },
  events: {
    async 'code.changed'(context, { code }) {
      const valid = await latestCode(context.site, context.email);
      const invalid = valid === '000000' ? '111111' : '000000';
      const typed = code !== HASTY_CODE && isNextCodeValid(context) ? valid : invalid;
      // The same digits would cause no change event.
      if ((await digits(context)) === typed) await boxes(context).last().press('Backspace');
      await typeCode(context.visitor, typed.slice(0, code.length));
    },
    'code.submitted': (context) => boxes(context).first().press('Enter'),
    async 'code.requested'(context) {
      await endResendPauses(context.site);
      await idleButton(context, 'Send OTP').click();
    },
    async 'resend.requested'(context) {
      await endResendPauses(context.site);
      await resend(context).click();
    },
    'xstate.after.resendPause.otp.open.delivery.waiting': ({ page }) =>
      page.clock.fastForward(RESEND_PAUSE_MS),
    async 'xstate.done.actor.sendCode'(
      { site, page, email, requests },
      { output }: AnyEventObject,
    ) {
      // Simulates a sign-up in another browser.
      if (output.isRefused) await insertAccount(site.db, { email, password: PASSWORD });
      // Another tab has asked: the server answers with the pause of the address.
      if (output.isPaused) {
        const isSignUp = page.url().includes('/checkout');
        const ask = isSignUp ? requestCodeByApi : requestLoginCodeByApi;
        await ask(site, page, canonicalEmail(email));
      }
      if (output.notice === 'codeNotSent')
        await requests.refuse(SEND_CODE, 'too_many_requests', 30);
      else await requests.pass(SEND_CODE);
    },
    'xstate.error.actor.sendCode': ({ requests }) => requests.cut(SEND_CODE),
    'xstate.done.actor.verifyCode': ({ requests }, { output }) =>
      output.isRateLimited
        ? requests.refuse(VERIFY_CODE, 'too_many_requests', output.retryAfterS)
        : requests.pass(VERIFY_CODE),
    'xstate.error.actor.verifyCode': ({ requests }) => requests.cut(VERIFY_CODE),
  },
  states: {
    'otp.open.delivery.sending': (context) =>
      busyButton(context, 'Send OTP')
        .or(resend(context).and(context.page.locator('[aria-busy]')))
        .waitFor(),
    'otp.open.delivery.waiting': ({ page }) =>
      page.getByRole('button', { name: /^Resend in \d+$/ }).waitFor(),
    'otp.open.delivery.unsent': (context) => idleButton(context, 'Send OTP').waitFor(),
    'otp.open.delivery.ready': (context) =>
      resend(context).and(context.page.locator(':not([aria-busy])')).waitFor(),
    'otp.open.boxes.hidden': (context) => expect.poll(() => boxes(context).count()).toBe(0),
    'otp.open.boxes.shown': (context) => boxes(context).first().waitFor(),
    'otp.open.entry.entering.neutral': (context) =>
      expect.poll(() => invalidBoxes(context).count()).toBe(0),
    'otp.open.entry.entering.incomplete': seesInvalidCode,
    async 'otp.open.entry.entering.rateLimited'(context) {
      await context.page.getByText('Too many attempts. Please wait 40 seconds').waitFor();
      expect(await digits(context)).toHaveLength(CODE_LENGTH);
      expect(await invalidBoxes(context).count()).toBe(0);
    },
    async 'otp.open.entry.entering.rejected'(context) {
      await seesInvalidCode(context);
      expect(await digits(context)).toBe('');
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
