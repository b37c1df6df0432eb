import { expect } from 'vitest';
import { button, idleButton } from '#tests/support/browser/forms/button.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import {
  emailField,
  firstBox,
  insertTwoAccounts,
  loginCodeEvents,
  loginCodeRequests,
  passCode,
  seesCodeStep,
} from '#tests/support/chart-paths/login-code-events.ts';
import type { ChartDrivers } from '#tests/support/chart-paths/traverse-in-browser.ts';
import { loginNotices } from '#web/content/notices.ts';

/** A visitor with two accounts in the OTP mode of `/#/login`, who has consented. */
export const drivers: ChartDrivers = {
  intercepted: loginCodeRequests,
  notices: loginNotices,
  async start(context) {
    await insertTwoAccounts(context);
    await context.page.goto('/#/login');
    await waitForHeading(context.visitor, 'Log in');
    await emailField(context).fill(context.email);
    await context.page.getByRole('checkbox', { name: /I agree/ }).check();
    await button(context, 'Sign in using email OTP').click();
    await passCode(context);
  },
  events: loginCodeEvents,
  states: {
    'loginCode.verifyingEmail': seesCodeStep,
    async 'loginCode.enteringEmail'(context) {
      await idleButton(context, 'Send OTP').waitFor();
      expect(await firstBox(context).count()).toBe(0);
    },
    'loginCode.verified': ({ page }) => page.waitForURL('**/app/'),
  },
};
