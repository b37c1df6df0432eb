import { expect } from 'vitest';
import { PASSWORD as RIGHT_PASSWORD } from '#paths/options/login.ts';
import { passResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import { refill } from '#tests/support/browser/forms/refill.ts';
import { openWithNavigationState } from '#tests/support/browser/open-with-navigation-state.ts';
import { insertPasskey } from '#tests/support/browser/passkeys/insert-passkey.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { ceremoniesOf, holdPageCeremonies } from '#tests/support/chart-paths/ceremonies.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import {
  emailField,
  firstBox,
  insertTwoAccounts,
  loginCodeEvents,
  passCode,
  SEND_CODE,
  seesCodeStep,
} from '#tests/support/chart-paths/login-code-events.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { browserLinkContent } from '#web/content/browser-link.ts';
import { loginNotices } from '#web/content/login.ts';

const PASSWORD = 'quiet lantern river';
const LOGIN = /^\/v2\/user\/login$/;
const CURRENT_USER = /^\/v2\/user\/getuser$/;
const PASSKEY_LOGIN = /^\/v2\/user\/passkey\/login$/;

const consent = ({ page }: DriverContext) => page.getByRole('checkbox', { name: /I agree/ });

/** A visitor at `/#/login`. */
export const drivers: ChartDrivers = {
  intercepted: [LOGIN, SEND_CODE, CURRENT_USER, PASSKEY_LOGIN],
  notices: loginNotices,
  async start(context, input) {
    const { resendAt, ...arrival } = input as {
      email: string;
      isSignedIn: boolean;
      resendAt?: number;
    };
    const { email: carried, isSignedIn } = arrival;
    const { page, site } = context;
    await insertTwoAccounts(context);
    // A device that can keep passkeys would be offered one.
    const key = await addVirtualAuthenticator(page, { isInternal: false });
    await insertPasskey(site, key, context.email);
    await holdPageCeremonies(context);
    if (isSignedIn)
      await page.context().addCookies([{ name: 'signed-in', value: '1', url: site.url }]);
    await openWithNavigationState(page, '/login', { email: carried && context.email });
    if (resendAt === undefined) return;
    await button(context, 'Sign in using email OTP').click();
    await context.requests.pass(SEND_CODE);
    await context.page.getByLabel('Digit 1 of 6').waitFor();
    await page.reload();
    await page.getByLabel('Digit 1 of 6').waitFor();
  },
  events: {
    ...loginCodeEvents,
    'app.declined': (context) => button(context, 'Log in as someone else').click(),
    'consent.given': (context) => consent(context).check(),
    'consent.withdrawn': (context) => consent(context).uncheck(),
    'password.changed': (context, { password }) => {
      const field = context.page.getByLabel('Password', { exact: true });
      return refill(field, password === RIGHT_PASSWORD ? PASSWORD : password);
    },
    'login.submitted': (context) => button(context, 'Log In').click(),
    'password.requested': (context) => button(context, 'Sign in using password').click(),
    async 'code.requested'(context) {
      await passResendPauses(context);
      const byCode = button(context, 'Sign in using email OTP');
      await ((await byCode.isVisible()) ? byCode : button(context, 'Send OTP')).click();
      if ((await emailField(context).inputValue()) === '') return;
      await passCode(context);
    },
    async 'code.submitted'(context) {
      // Without a code, the press is an error of the code fields.
      await firstBox(context).waitFor();
      await button(context, 'Verify').click();
    },
    async 'xstate.done.actor.logIn'({ requests }, { output }) {
      if (output.isRateLimited) await requests.refuse(LOGIN, 'too_many_requests', 60);
      else await requests.pass(LOGIN);
    },
    'xstate.error.actor.logIn': ({ requests }) => requests.cut(LOGIN),
    'passkey.requested': (context) => button(context, 'Log in with a passkey').click(),
    async 'passkey.verified'(context) {
      const asked = idleButton(context, 'Log in with a passkey');
      if (await asked.isVisible()) await asked.click();
      await ceremoniesOf(context).pass('dialog');
      await context.requests.pass(PASSKEY_LOGIN);
    },
    async 'passkey.released'({ page, requests }) {
      await requests.cut(CURRENT_USER);
      await page.getByRole('alertdialog').waitFor();
    },
    'xstate.done.actor.passkey': ({ requests }) => requests.pass(CURRENT_USER),
    'xstate.error.actor.passkey': failChild(),
    'xstate.done.actor.completion': ({ requests }, { output }) =>
      output.isComplete ? requests.pass(CURRENT_USER) : requests.cut(CURRENT_USER),
    'xstate.error.actor.completion': failChild(CURRENT_USER),
  },
  states: {
    'login.offeringApp': ({ page }) =>
      page.getByRole('heading', { name: 'You are already logged in' }).waitFor(),
    // Without a passkey, the page shows no button.
    'login.open.passkey.unverified': async () => {},
    'login.open.passkey.verified': (context) =>
      busyButton(context, 'Log in with a passkey').waitFor(),
    'login.open.consent.withdrawn': async (context) => {
      await consent(context).and(context.page.locator(':not(:checked)')).waitFor();
    },
    'login.open.consent.given': async (context) => {
      await consent(context).and(context.page.locator(':checked')).waitFor();
    },
    'login.open.mode.password.editing.neutral': (context) =>
      button(context, 'Sign in using email OTP').waitFor(),
    'login.open.mode.password.editing.missing': ({ page }) =>
      page.getByText('Email cannot be empty.').waitFor(),
    async 'login.open.mode.password.editing.rateLimited'(context) {
      await context.page.getByText('Too many attempts.').waitFor();
      // Its script is loaded when it is needed.
      await button(context, browserLinkContent.send).waitFor();
    },
    'login.open.mode.password.submitting': (context) => busyButton(context, 'Log In').waitFor(),
    'login.open.mode.code.verifyingEmail': seesCodeStep,
    async 'login.open.mode.code.enteringEmail.neutral'(context) {
      await idleButton(context, 'Send OTP').waitFor();
      expect(await firstBox(context).count()).toBe(0);
    },
    'login.open.mode.code.enteringEmail.missing': ({ page }) =>
      page.getByText('Email cannot be empty.').waitFor(),
    'login.open.mode.completing': (context) => busyButton(context, 'Log In').waitFor(),
    'login.leaving': ({ page }) => page.waitForURL('**/app/'),
  },
};
