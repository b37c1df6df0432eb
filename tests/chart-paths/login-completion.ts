import { button } from '#tests/support/browser/forms/button.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { insertPasskey } from '#tests/support/browser/passkeys/insert-passkey.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { ceremoniesOf, holdPageCeremonies } from '#tests/support/chart-paths/ceremonies.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import type { ChartDrivers } from '#tests/support/chart-paths/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { loginNotices } from '#web/content/login.ts';

const PASSWORD = 'quiet lantern river';
const CURRENT_USER = /^\/v2\/user\/getuser$/;

/** A visitor with a platform authenticator who has just logged in at `/#/login`. */
export const drivers: ChartDrivers = {
  intercepted: [CURRENT_USER],
  notices: loginNotices,
  async start(context, input) {
    const { email, page, site } = context;
    const { isByPasskey } = input as { isByPasskey: boolean };
    await insertAccount(site.db, { email, password: PASSWORD });
    await insertPasskey(site, await addVirtualAuthenticator(page), email);
    await holdPageCeremonies(context);
    await page.goto('/#/login');
    await waitForHeading(context.visitor, 'Log in');
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    if (isByPasskey) {
      await ceremoniesOf(context).pass('autofill');
      return;
    }
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(context, 'Log In').click();
  },
  events: {
    'xstate.done.actor.fetchUser': ({ requests }) => requests.pass(CURRENT_USER),
    'xstate.error.actor.fetchUser': ({ requests }) => requests.cut(CURRENT_USER),
    'xstate.done.actor.registration': (context) => button(context, 'Not now').click(),
    'xstate.error.actor.registration': failChild(),
  },
  states: {
    // Log In, or the button of the passkey that logs in.
    'loginCompletion.fetchingUser': ({ page }) => page.locator('main button[aria-busy]').waitFor(),
    'loginCompletion.offeringPasskey': ({ visitor }) =>
      waitForHeading(visitor, 'Log in faster next time'),
    'loginCompletion.complete': ({ page }) => page.waitForURL('**/app/'),
    'loginCompletion.failed': ({ page }) =>
      page.getByText('Something went wrong. Please try again.').first().waitFor(),
  },
};
