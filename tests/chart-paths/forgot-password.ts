import { button, idleButton } from '#tests/support/browser/forms/button.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import {
  emailField,
  firstBox,
  insertTwoAccounts,
  loginCodeEvents,
  loginCodeRequests,
  SEND_CODE,
  seesCodeStep,
} from '#tests/support/chart-paths/login-code-events.ts';
import type { ChartDrivers } from '#tests/support/chart-paths/traverse-in-browser.ts';
import { loginNotices } from '#web/content/login.ts';

/** A visitor with two accounts at `/#/forgotPassword`. */
export const drivers: ChartDrivers = {
  intercepted: loginCodeRequests,
  notices: loginNotices,
  async start(context, input) {
    await insertTwoAccounts(context);
    await context.page.goto('/#/forgotPassword');
    await waitForHeading(context.visitor, 'Forgot Password?');
    const { resendAt } = input as { resendAt?: number };
    if (resendAt === undefined) return;
    await emailField(context).fill(context.email);
    await button(context, 'Send OTP').click();
    await context.requests.pass(SEND_CODE);
    await firstBox(context).waitFor();
    await context.page.reload();
    await firstBox(context).waitFor();
  },
  events: loginCodeEvents,
  states: {
    'forgotPassword.enteringEmail': (context) => idleButton(context, 'Send OTP').waitFor(),
    'forgotPassword.verifyingEmail': seesCodeStep,
    'forgotPassword.verified': ({ visitor }) => waitForHeading(visitor, 'Set a new password'),
  },
};
