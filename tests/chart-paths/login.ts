import { canonicalEmail } from '#contract/email.ts';
import { PASSWORD as RIGHT_PASSWORD } from '#paths/options/login.ts';
import { endResendPause, endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import { differentCase } from '#tests/support/browser/forms/different-case.ts';
import { refill } from '#tests/support/browser/forms/refill.ts';
import { typeCode } from '#tests/support/browser/forms/sign-up-form.ts';
import { latestCode } from '#tests/support/browser/latest-code.ts';
import { openWithNavigationState } from '#tests/support/browser/open-with-navigation-state.ts';
import { insertPasskey } from '#tests/support/browser/passkeys/insert-passkey.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { ceremoniesOf, holdPageCeremonies } from '#tests/support/chart-paths/ceremonies.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { browserLinkContent } from '#web/content/browser-link.ts';
import { loginNotices } from '#web/content/notices.ts';

const PASSWORD = 'quiet lantern river';
const LOGIN = /^\/v2\/user\/login$/;
const SEND_CODE = /^\/v2\/user\/genOtp\//;
const CURRENT_USER = /^\/v2\/user\/getuser$/;
const PASSKEY_LOGIN = /^\/v2\/user\/passkey\/login$/;

const email = ({ page }: DriverContext) => page.getByLabel('Email');
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
    await insertAccount(site.db, { email: context.email, password: PASSWORD });
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
    'app.declined': (context) => button(context, 'Log in as someone else').click(),
    'consent.given': (context) => consent(context).check(),
    'consent.withdrawn': (context) => consent(context).uncheck(),
    'email.changed': async (context, { email: typed }) => {
      const isOwn = canonicalEmail(typed) === 'asha@acme.example';
      await email(context).fill(isOwn ? await differentCase(email(context), context.email) : typed);
    },
    'password.changed': (context, { password }) => {
      const field = context.page.getByLabel('Password', { exact: true });
      return refill(field, password === RIGHT_PASSWORD ? PASSWORD : password);
    },
    'login.submitted': (context) => button(context, 'Log In').click(),
    'password.requested': (context) => button(context, 'Sign in using password').click(),
    async 'code.requested'(context, event) {
      // The page has no such button after a code was sent.
      if (await context.page.getByLabel('Digit 1 of 6').isVisible()) return context.send(event);
      await endResendPauses(context.site);
      const byCode = button(context, 'Sign in using email OTP');
      await ((await byCode.isVisible()) ? byCode : button(context, 'Send OTP')).click();
      if ((await email(context).inputValue()) === '') return;
      await context.requests.pass(SEND_CODE);
    },
    async 'code.changed'(context) {
      await typeCode(context.visitor, '000000');
    },
    'code.submitted': (context) => button(context, 'Verify').click(),
    async 'resend.requested'(context) {
      await endResendPause(context);
      await context.requests.pass(SEND_CODE);
    },
    async 'xstate.done.actor.logIn'({ requests }, { output }) {
      if (output.isRateLimited) await requests.refuse(LOGIN, 'too_many_requests', 60);
      else await requests.pass(LOGIN);
    },
    'xstate.error.actor.logIn': ({ requests }) => requests.cut(LOGIN),
    'passkey.requested': (context) => button(context, 'Log in with a passkey').click(),
    async 'xstate.done.actor.passkey'(context) {
      const asked = idleButton(context, 'Log in with a passkey');
      if (await asked.isVisible()) await asked.click();
      await ceremoniesOf(context).pass('dialog');
      await context.requests.pass(PASSKEY_LOGIN);
    },
    'xstate.error.actor.passkey': failChild(),
    async 'xstate.done.actor.loginCode'(context) {
      await typeCode(context.visitor, await latestCode(context.site, context.email));
      await button(context, 'Verify').click();
      await context.requests.pass(LOGIN);
    },
    'xstate.error.actor.loginCode': failChild(),
    'xstate.done.actor.completion': ({ requests }, { output }) =>
      output.isComplete ? requests.pass(CURRENT_USER) : requests.cut(CURRENT_USER),
    'xstate.error.actor.completion': failChild(CURRENT_USER),
  },
  states: {
    'login.offeringApp': ({ page }) =>
      page.getByRole('heading', { name: 'You are already signed in' }).waitFor(),
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
    'login.open.mode.code': (context) => button(context, 'Sign in using password').waitFor(),
    'login.open.mode.completing': (context) => busyButton(context, 'Log In').waitFor(),
    'login.leaving': ({ page }) => page.waitForURL('**/app/'),
  },
};
