import { test } from 'vitest';
import { newAccount, PASSWORD } from '#tests/support/browser/forms/sign-up-form.ts';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import { expectHeading, expectPath, expectText } from '#tests/support/engines/expect-page.ts';
import { CONSENT, fillInCode, fillLogin, typeCode } from '#tests/support/engines/forms.ts';

/** The ways into an existing account. */
export const loginJourneys = (journey: CoreJourney): void => {
  test('the right password opens the application', async () => {
    const { site, tab } = journey;
    const email = await newAccount(site);
    await fillLogin(tab, email, PASSWORD);
    await tab.click('Log In');
    await expectPath(tab, '/app/');
    await expectText(tab, email);
  });

  test('an emailed code opens the application', async () => {
    const { site, tab } = journey;
    const email = await newAccount(site);
    await tab.open('/#/login');
    await tab.fill('Email', email);
    await tab.click('Sign in using email OTP');
    await typeCode(tab, await site.inbox.nextCode(email));
    await tab.click(CONSENT);
    await tab.click('Verify');
    await expectPath(tab, '/app/');
  });

  test('a code that the browser fills in replaces a forgotten password, and the new one is valid', async () => {
    const { site, tab } = journey;
    const email = await newAccount(site);
    const password = 'wide river at noon';
    await tab.open('/#/login');
    await tab.click('Forgot Password?');
    await expectHeading(tab, 'Forgot Password?');
    await tab.fill('Email', email);
    await tab.click('Send OTP');
    await fillInCode(tab, await site.inbox.nextCode(email));
    await tab.click('Verify');
    await expectHeading(tab, 'Set a new password');
    await tab.fill('Enter new password', password);
    await tab.fill('Confirm new password', password);
    await tab.click('Change Password');
    await expectPath(tab, '/app/');
    await tab.click('Log out');
    await expectHeading(tab, 'Log in');
    await fillLogin(tab, email, password);
    await tab.click('Log In');
    await expectPath(tab, '/app/');
  });
};
