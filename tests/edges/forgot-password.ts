import { canonicalEmail } from '#contract/email.ts';
import { endResendPause, endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import { differentCase } from '#tests/support/browser/forms/different-case.ts';
import { typeCode, waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { latestCode } from '#tests/support/browser/latest-code.ts';
import { isAddressRefused } from '#tests/support/charts/is-address-refused.ts';
import type { ChartDrivers, DriverContext } from '#tests/support/edges/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { loginNotices } from '#web/content/notices.ts';

const SEND_CODE = /^\/v2\/user\/genOtp\//;
const LOGIN = /^\/v2\/user\/login$/;

const email = ({ page }: DriverContext) => page.getByLabel('Email');
const otherEmail = (context: DriverContext) => `other-${context.email}`;
const firstBox = ({ page }: DriverContext) => page.getByLabel('Digit 1 of 6');

/** A visitor with two accounts at `/#/forgotPassword`. */
export const drivers: ChartDrivers = {
  intercepted: [SEND_CODE, LOGIN],
  notices: loginNotices,
  async start(context, input) {
    for (const own of [context.email, otherEmail(context)])
      await insertAccount(context.site.db, { email: own, password: 'quiet lantern river' });
    await context.page.goto('/#/forgotPassword');
    await waitForHeading(context.visitor, 'Forgot Password?');
    const { resendAt } = input as { resendAt?: number };
    if (resendAt === undefined) return;
    await email(context).fill(context.email);
    await button(context, 'Send OTP').click();
    await context.requests.pass(SEND_CODE);
    await firstBox(context).waitFor();
    await context.page.reload();
    await firstBox(context).waitFor();
  },
  events: {
    'email.changed': async (context, { email: typed }) => {
      const isOwn = canonicalEmail(typed) === 'asha@acme.example';
      const own = await differentCase(email(context), context.email);
      await email(context).fill(isOwn ? own : otherEmail(context));
    },
    async 'code.requested'(context, event) {
      // The page has no such button after a code was sent.
      if (await firstBox(context).isVisible()) return context.send(event);
      await endResendPauses(context.site);
      await button(context, 'Send OTP').click();
      if (!isAddressRefused(context.upcoming[0])) await context.requests.pass(SEND_CODE);
    },
    // Five digits only: the button would submit six.
    'code.changed': (context) => typeCode(context.visitor, '01234'),
    'code.submitted': (context) => button(context, 'Verify').click(),
    async 'resend.requested'(context) {
      await endResendPause(context);
      await context.requests.pass(SEND_CODE);
    },
    async 'xstate.done.actor.otp'(context, event) {
      if (isAddressRefused(event)) {
        if (await firstBox(context).isVisible()) await endResendPause(context);
        await context.requests.refuse(SEND_CODE, 'email_registered');
        return;
      }
      await firstBox(context).waitFor();
      await typeCode(
        context.visitor,
        await latestCode(context.site, canonicalEmail(await email(context).inputValue())),
      );
      await button(context, 'Verify').click();
      await context.requests.pass(LOGIN);
    },
    'xstate.error.actor.otp': (context, event) => context.send({ error: 'broken', ...event }),
  },
  states: {
    'forgotPassword.enteringEmail': (context) => idleButton(context, 'Send OTP').waitFor(),
    'forgotPassword.verifyingEmail': (context) =>
      firstBox(context).or(busyButton(context, 'Send OTP')).waitFor(),
    'forgotPassword.verified': ({ visitor }) => waitForHeading(visitor, 'Set a new password'),
  },
};
