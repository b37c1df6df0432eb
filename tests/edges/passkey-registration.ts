import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { ceremoniesOf, holdPageCeremonies } from '#tests/support/edges/ceremonies.ts';
import type { ChartDrivers, DriverContext } from '#tests/support/edges/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { loginNotices } from '#web/content/notices.ts';

const PASSWORD = 'quiet lantern river';
const PLATFORM = 'isUserVerifyingPlatformAuthenticatorAvailable';

const leavesForApp = ({ page }: DriverContext) => page.waitForURL('**/app/');

/** A visitor who has just logged in at `/#/login` by password. */
export const drivers: ChartDrivers = {
  intercepted: [],
  notices: loginNotices,
  async start(context) {
    const { email, page, site, visitor } = context;
    await insertAccount(site.db, { email, password: PASSWORD });
    await addVirtualAuthenticator(page);
    await holdPageCeremonies(context, [PLATFORM]);
    await page.goto('/#/login');
    await waitForHeading(visitor, 'Log in');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await button(context, 'Log In').click();
  },
  events: {
    'name.changed': ({ page }, { name }) => page.getByLabel('Name of this passkey').fill(name),
    'creation.submitted': (context) => button(context, 'Create a passkey').click(),
    'creation.declined': (context) => button(context, 'Not now').click(),
    'xstate.done.actor.findSupport': (context, { output }) =>
      ceremoniesOf(context).answer(PLATFORM, output.hasPlatformAuthenticator),
    'xstate.error.actor.findSupport': (context) =>
      ceremoniesOf(context).answer(PLATFORM, undefined),
    'xstate.done.actor.createPasskey': (context, { output }) =>
      output.ok
        ? ceremoniesOf(context).pass('registration')
        : ceremoniesOf(context).fail('registration', 'NotAllowedError'),
    'xstate.error.actor.createPasskey': (context) =>
      ceremoniesOf(context).fail('registration', 'UnknownError'),
  },
  states: {
    'passkeyRegistration.deciding': (context) => busyButton(context, 'Log In').waitFor(),
    'passkeyRegistration.offered.neutral': async (context) => {
      await idleButton(context, 'Create a passkey').waitFor();
      await context.page
        .getByLabel('Name of this passkey')
        .and(context.page.locator(':not([aria-invalid=true])'))
        .waitFor();
    },
    'passkeyRegistration.offered.unnamed': ({ page }) =>
      page.getByText('Please enter a name').first().waitFor(),
    'passkeyRegistration.creating': (context) => busyButton(context, 'Create a passkey').waitFor(),
    'passkeyRegistration.registered': leavesForApp,
    'passkeyRegistration.declined': leavesForApp,
    'passkeyRegistration.skipped': leavesForApp,
  },
};
