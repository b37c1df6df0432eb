import { expect } from 'vitest';
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

/** A visitor with two accounts in the OTP mode of `/#/login`, who has consented. */
export const drivers: ChartDrivers = {
  intercepted: [SEND_CODE, LOGIN],
  notices: loginNotices,
  async start(context) {
    for (const own of [context.email, otherEmail(context)])
      await insertAccount(context.site.db, { email: own, password: 'quiet lantern river' });
    await context.page.goto('/#/login');
    await waitForHeading(context.visitor, 'Log in');
    await email(context).fill(context.email);
    await context.page.getByRole('checkbox', { name: /I agree/ }).check();
    await button(context, 'Sign in using email OTP').click();
    if (!isAddressRefused(context.upcoming[0])) await context.requests.pass(SEND_CODE);
  },
  events: {
    'email.changed': async (context, { email: typed }) => {
      const isOwn = canonicalEmail(typed) === 'asha@acme.example';
      const own = await differentCase(email(context), context.email);
      await email(context).fill(isOwn ? own : typed && otherEmail(context));
    },
    async 'code.requested'(context, event) {
      // The page has no such button after a code was sent.
      if (await firstBox(context).isVisible()) return context.send(event);
      await endResendPauses(context.site);
      await button(context, 'Send OTP').click();
      if ((await email(context).inputValue()) === '') return;
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
    'loginCode.verifyingEmail': (context) =>
      firstBox(context).or(busyButton(context, 'Send OTP')).waitFor(),
    async 'loginCode.enteringEmail'(context) {
      await idleButton(context, 'Send OTP').waitFor();
      expect(await firstBox(context).count()).toBe(0);
    },
    'loginCode.verified': ({ page }) => page.waitForURL('**/app/'),
  },
};
