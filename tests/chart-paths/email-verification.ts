import { expect } from 'vitest';
import { canonicalEmail } from '#contract/email.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { passResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import { differentCase } from '#tests/support/browser/forms/different-case.ts';
import {
  requestCode,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { latestCode } from '#tests/support/browser/latest-code.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { isAddressRefused } from '#tests/support/charts/is-address-refused.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';

const SEND_CODE = /^\/v1\/email\/genOtpv2\//;
const VERIFY_CODE = /^\/v1\/email\/verify\//;

const email = ({ page }: DriverContext) => page.getByLabel('Work email');
const terms = ({ page }: Pick<DriverContext, 'page'>) =>
  page.getByRole('checkbox', { name: /I agree/ });
const firstBox = ({ page }: DriverContext) => page.getByLabel('Digit 1 of 6');

/** A visitor at `/#/checkout`, with or without the stored draft of another tab. */
export const drivers: ChartDrivers = {
  intercepted: [SEND_CODE, VERIFY_CODE],
  notices: signUpNotices,
  async start(context, input) {
    const { hasAcceptedTerms, resendAt, ticketEndsAt } = input as {
      hasAcceptedTerms: boolean;
      resendAt?: number;
      ticketEndsAt?: number;
    };
    if (resendAt ?? ticketEndsAt)
      await withSecondTab(context.visitor, async (tab) => {
        await requestCode(tab, context.email);
        if (ticketEndsAt) await typeCode(tab, await latestCode(context.site, context.email));
        if (ticketEndsAt) await tab.page.getByText('Email verified').waitFor();
        if (hasAcceptedTerms) await terms(tab).check();
      });
    await context.page.goto('/#/checkout');
    await waitForHeading(context.visitor, 'Sign up free to try now!');
    if (resendAt) await firstBox(context).waitFor();
  },
  events: {
    'email.changed': async (context, { email: typed }) => {
      const isOwn = canonicalEmail(typed) === 'asha@acme.example';
      const own = await differentCase(email(context), context.email);
      if (typed.endsWith('@gmail.com')) await email(context).fill(typed);
      else await email(context).fill(isOwn ? own : `other-${context.email}`);
    },
    async 'code.requested'(context) {
      // A request for a code of the address before may be under way.
      await context.requests.cutAll(SEND_CODE);
      await passResendPauses(context);
      await button(context, 'Send OTP').click();
    },
    async 'code.sent'(context) {
      if (await firstBox(context).isVisible()) {
        await passResendPauses(context);
        await button(context, 'Resend OTP').click();
      }
      await context.requests.pass(SEND_CODE);
    },
    'terms.accepted': (context) => terms(context).check(),
    'terms.declined': (context) => terms(context).uncheck(),
    'trial.started': (context) => button(context, 'Start a free trial').click(),
    async 'xstate.done.actor.otp'(context, event) {
      if (isAddressRefused(event)) {
        await context.requests.refuse(SEND_CODE, 'email_registered');
        return;
      }
      await firstBox(context).waitFor();
      await typeCode(
        context.visitor,
        await latestCode(context.site, canonicalEmail(await email(context).inputValue())),
      );
      await context.requests.pass(VERIFY_CODE);
    },
    'xstate.error.actor.mail': (context, event) => context.send({ error: 'broken', ...event }),
    'xstate.error.actor.otp': (context, event) => context.send({ error: 'broken', ...event }),
    'xstate.after.ticketLife.emailVerification.open.address.verified': ({ page }) =>
      page.clock.fastForward(TICKET_LIFETIME_MS),
  },
  states: {
    async 'emailVerification.open.address.editing.neutral'(context) {
      await idleButton(context, 'Send OTP').waitFor();
      await email(context).and(context.page.locator(':not([aria-invalid])')).waitFor();
    },
    'emailVerification.open.address.editing.invalid': ({ page }) =>
      page.getByText('Please use a valid company email address.').waitFor(),
    'emailVerification.open.address.editing.missing': ({ page }) =>
      page.getByText('Email cannot be empty.').waitFor(),
    async 'emailVerification.open.address.editing.registered'(context) {
      await context.page.getByText('This Email is already registered').waitFor();
      expect(await email(context).inputValue()).toBe('');
    },
    'emailVerification.open.address.verifyingEmail.unfollowed': (context) =>
      busyButton(context, 'Send OTP').or(firstBox(context)).waitFor(),
    'emailVerification.open.address.verifyingEmail.followed': (context) =>
      firstBox(context).waitFor(),
    'emailVerification.open.address.verified': ({ page }) =>
      page.getByText('Email verified').waitFor(),
    'emailVerification.open.terms.declined': (context) =>
      terms(context).and(context.page.locator(':not(:checked)')).waitFor(),
    'emailVerification.open.terms.accepted': (context) =>
      terms(context).and(context.page.locator(':checked')).waitFor(),
    'emailVerification.started': ({ visitor }) =>
      waitForHeading(visitor, 'Tell us about your company'),
  },
};
