import { expect } from 'vitest';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import { refill } from '#tests/support/browser/forms/refill.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { insertPasskey } from '#tests/support/browser/passkeys/insert-passkey.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { ceremoniesOf, holdPageCeremonies } from '#tests/support/chart-paths/ceremonies.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { loginNotices } from '#web/content/login.ts';

const LOGIN = /^\/v2\/user\/login$/;
const PASSKEY_LOGIN = /^\/v2\/user\/passkey\/login$/;
const CURRENT_USER = /^\/v2\/user\/getuser$/;
const AUTOFILL = 'isConditionalMediationAvailable';
const BUTTON = 'Log in with a passkey';

const consent = ({ page }: DriverContext) => page.getByRole('checkbox', { name: /I agree/ });
const seesIdleButton = (context: DriverContext) => idleButton(context, BUTTON).waitFor();
const seesBusyButton = (context: DriverContext) => busyButton(context, BUTTON).waitFor();

/** A visitor with a passkey at `/#/login`. */
export const drivers: ChartDrivers = {
  intercepted: [LOGIN, PASSKEY_LOGIN, CURRENT_USER],
  notices: loginNotices,
  async start(context) {
    const { email, page, site } = context;
    await insertAccount(site.db, { email, password: 'quiet lantern river' });
    await insertPasskey(site, await addVirtualAuthenticator(page), email);
    await holdPageCeremonies(context, [AUTOFILL]);
    await page.goto('/#/login');
    await waitForHeading(context.visitor, 'Log in');
  },
  events: {
    'consent.given': (context) => consent(context).check(),
    'consent.withdrawn': (context) => consent(context).uncheck(),
    'passkey.requested': (context) => button(context, BUTTON).click(),
    async 'passkey.abandoned'(context, event) {
      const { email, page, requests } = context;
      await refill(page.getByLabel('Email'), email);
      await refill(page.getByLabel('Password', { exact: true }), 'wrong lantern');
      if (await button(context, 'Log In').isDisabled()) {
        // While a login is completed, only a code that was sent before can end it.
        await context.send(event);
        await requests.cut(CURRENT_USER);
        return;
      }
      await button(context, 'Log In').click();
      // A login by passkey that is under way comes first.
      await requests.cutAll(PASSKEY_LOGIN);
      await requests.refuse(LOGIN, 'unauthenticated');
      await page.getByRole('alertdialog').waitFor();
    },
    // Without passkeys, the browser would answer before the test looks.
    'xstate.done.actor.findSupport': (context, event) =>
      event['output'].hasPasskeys
        ? ceremoniesOf(context).answer(AUTOFILL, event['output'].hasAutofill)
        : context.send(event),
    'xstate.error.actor.findSupport': (context) =>
      ceremoniesOf(context).answer(AUTOFILL, undefined),
    'xstate.done.actor.autofill': (context, { output }) =>
      output.ok
        ? ceremoniesOf(context).pass('autofill')
        : ceremoniesOf(context).fail('autofill', 'NotAllowedError'),
    'xstate.error.actor.autofill': (context) =>
      ceremoniesOf(context).fail('autofill', 'UnknownError'),
    'xstate.after.challengeRenewal.passkey.open.ceremony.offered.waiting': async (context) => {
      await ceremoniesOf(context).waitFor('autofill');
      const isRenewed = context.page.waitForResponse(/passkey\/login\/options$/);
      await context.page.clock.fastForward(PASSKEY_CHALLENGE_LIFETIME_MS * 0.9);
      await isRenewed;
    },
    'xstate.done.actor.dialog': (context, { output }) =>
      output.ok
        ? ceremoniesOf(context).pass('dialog')
        : ceremoniesOf(context).fail('dialog', 'NotAllowedError'),
    'xstate.error.actor.dialog': (context) => ceremoniesOf(context).fail('dialog', 'UnknownError'),
    'xstate.done.actor.logInByPasskey': ({ requests }, { output }) =>
      output.ok ? requests.pass(PASSKEY_LOGIN) : requests.refuse(PASSKEY_LOGIN, 'passkey_invalid'),
    'xstate.error.actor.logInByPasskey': ({ requests }) =>
      requests.refuse(PASSKEY_LOGIN, 'internal'),
    async 'xstate.done.actor.completion'({ page, requests }, { output }) {
      await (output.isComplete ? requests.pass(CURRENT_USER) : requests.cut(CURRENT_USER));
      if (!output.isComplete) await page.getByRole('alertdialog').waitFor();
    },
    'xstate.error.actor.completion': failChild(CURRENT_USER),
  },
  states: {
    'passkey.open.consent.withdrawn': (context) =>
      consent(context).and(context.page.locator(':not(:checked)')).waitFor(),
    'passkey.open.consent.given': (context) =>
      consent(context).and(context.page.locator(':checked')).waitFor(),
    'passkey.open.ceremony.preparing': seesIdleButton,
    'passkey.open.ceremony.unsupported': (context) =>
      expect.poll(() => button(context, BUTTON).count()).toBe(0),
    'passkey.open.ceremony.offered.waiting': seesIdleButton,
    'passkey.open.ceremony.offered.idle': seesIdleButton,
    'passkey.open.ceremony.offered.asking': seesBusyButton,
    'passkey.open.ceremony.offered.chosen': ({ page }) =>
      page.getByText('Your passkey is ready.').first().waitFor(),
    'passkey.open.ceremony.offered.verifying': seesBusyButton,
    'passkey.open.ceremony.offered.completing': seesBusyButton,
    'passkey.complete': ({ page }) => page.waitForURL('**/app/'),
  },
};
