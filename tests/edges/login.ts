import { canonicalEmail } from '#contract/email.ts';
import { createAccount } from '#tests/support/account.ts';
import { arriveWith } from '#tests/support/arrive-with.ts';
import { askAnew, endResendPauses } from '#tests/support/ask-anew.ts';
import { busyButton, button, idleButton } from '#tests/support/button.ts';
import { isRefusal } from '#tests/support/is-refusal.ts';
import { newestCode } from '#tests/support/newest-code.ts';
import { otherSpelling } from '#tests/support/other-spelling.ts';
import { retype } from '#tests/support/retype.ts';
import { typeCode } from '#tests/support/sign-up-by-hand.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { loginNotices } from '#web/content/notices.ts';

const PASSWORD = 'quiet lantern river';
const LOGIN = /^\/v2\/user\/login$/;
const SEND_CODE = /^\/v2\/user\/genOtp\//;
const CURRENT_USER = /^\/v2\/user\/getuser$/;

const email = ({ page }: Stage) => page.getByLabel('Email');
const consent = ({ page }: Stage) => page.getByRole('checkbox', { name: /I agree/ });

/** Somebody at `/#/login`. */
export const drivers: ChartDrivers = {
  held: [LOGIN, SEND_CODE, CURRENT_USER],
  notices: loginNotices,
  async start(stage, input) {
    const { resendAt, ...arrival } = input as {
      email: string;
      isSignedIn: boolean;
      resendAt?: number;
    };
    const { email: carried, isSignedIn } = arrival;
    const { page, site } = stage;
    await createAccount(site.db, { email: stage.email, password: PASSWORD });
    if (isSignedIn)
      await page.context().addCookies([{ name: 'signed-in', value: '1', url: site.url }]);
    await arriveWith(page, '/login', { email: carried && stage.email });
    if (resendAt === undefined) return;
    await button(stage, 'Sign in using email OTP').click();
    await stage.wire.pass(SEND_CODE);
    await stage.page.getByLabel('Digit 1 of 6').waitFor();
    await page.reload();
    await page.getByLabel('Digit 1 of 6').waitFor();
  },
  events: {
    'app.declined': (stage) => button(stage, 'Log in as someone else').click(),
    'consent.given': (stage) => consent(stage).check(),
    'consent.withdrawn': (stage) => consent(stage).uncheck(),
    'email.changed': async (stage, { email: typed }) => {
      const isOwn = canonicalEmail(typed) === 'asha@acme.example';
      await email(stage).fill(isOwn ? await otherSpelling(email(stage), stage.email) : typed);
    },
    'password.changed': (stage) => {
      const willDo = stage.upcoming.some(
        ({ type, output }) => type === 'xstate.done.actor.logIn' && output.ok,
      );
      const field = stage.page.getByLabel('Password', { exact: true });
      return retype(field, willDo ? PASSWORD : 'not this one');
    },
    'login.submitted': (stage) => button(stage, 'Log In').click(),
    'password.requested': (stage) => button(stage, 'Sign in using password').click(),
    async 'code.requested'(stage) {
      await endResendPauses(stage.site);
      const byCode = button(stage, 'Sign in using email OTP');
      await ((await byCode.isVisible()) ? byCode : button(stage, 'Send OTP')).click();
      if ((await email(stage).inputValue()) === '') return;
      if (!isRefusal(stage.upcoming[0])) await stage.wire.pass(SEND_CODE);
    },
    async 'code.changed'(stage) {
      await typeCode(stage.visitor, '000000');
    },
    'code.submitted': (stage) => button(stage, 'Verify').click(),
    async 'resend.requested'(stage) {
      await askAnew(stage);
      await stage.wire.pass(SEND_CODE);
    },
    async 'xstate.done.actor.logIn'({ wire }, { output }) {
      if (output.isClosed) await wire.refuse(LOGIN, 'too_many_requests', 60);
      else await wire.pass(LOGIN);
    },
    'xstate.error.actor.logIn': ({ wire }) => wire.cut(LOGIN),
    async 'xstate.done.actor.otp'(stage, event) {
      if (isRefusal(event)) {
        if (await stage.page.getByLabel('Digit 1 of 6').isVisible()) await askAnew(stage);
        await stage.wire.refuse(SEND_CODE, 'email_registered');
        return;
      }
      await typeCode(stage.visitor, await newestCode(stage.site, stage.email));
      await button(stage, 'Verify').click();
      await stage.wire.pass(LOGIN);
    },
    'xstate.error.actor.otp': (stage, event) => stage.send({ error: 'broken', ...event }),
    'xstate.done.actor.fetchUser': ({ wire }) => wire.pass(CURRENT_USER),
    'xstate.error.actor.fetchUser': ({ wire }) => wire.cut(CURRENT_USER),
  },
  states: {
    'login.offeringApp': ({ page }) =>
      page.getByRole('heading', { name: 'You are already signed in' }).waitFor(),
    'login.open.consent.withdrawn': async (stage) => {
      await consent(stage).and(stage.page.locator(':not(:checked)')).waitFor();
    },
    'login.open.consent.given': async (stage) => {
      await consent(stage).and(stage.page.locator(':checked')).waitFor();
    },
    'login.open.mode.password.editing.neutral': (stage) =>
      button(stage, 'Sign in using email OTP').waitFor(),
    'login.open.mode.password.editing.missing': ({ page }) =>
      page.getByText('Email cannot be empty.').waitFor(),
    'login.open.mode.password.editing.closed': ({ page }) =>
      page.getByText('Too many attempts.').waitFor(),
    'login.open.mode.password.submitting': (stage) => busyButton(stage, 'Log In').waitFor(),
    'login.open.mode.code.proving': (stage) =>
      stage.page.getByLabel('Digit 1 of 6').or(busyButton(stage, 'Send OTP')).waitFor(),
    'login.open.mode.code.addressing': (stage) => idleButton(stage, 'Send OTP').waitFor(),
    'login.open.mode.fetchingUser': (stage) => busyButton(stage, 'Log In').waitFor(),
    'login.leaving': ({ page }) => page.waitForURL('**/app/'),
  },
};
