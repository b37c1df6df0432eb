import { expect, test } from 'vitest';
import { newAccount, newAddress, PASSWORD } from '#tests/support/browser/forms/sign-up-form.ts';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import { expectHeading, expectPath, expectText } from '#tests/support/engines/expect-page.ts';
import { fillAboutYou, fillCompany, fillLogin, startTrial } from '#tests/support/engines/forms.ts';

/** Two tabs of one browser. */
export const tabJourneys = (journey: CoreJourney): void => {
  test('a login in one tab holds in the other one, and so does its logout', async () => {
    const { site, profile, tab } = journey;
    const second = await profile.openTab();
    const email = await newAccount(site);
    await fillLogin(tab, email, PASSWORD);
    await tab.click('Log In');
    await expectPath(tab, '/app/');
    await second.open('/app/');
    await expectText(second, email);
    await second.click('Log out');
    await expectHeading(second, 'Log in');
    await tab.reload();
    await expectPath(tab, '/#/login');
  });

  test('a sign-up that one tab began is completed in the other one', async () => {
    const { site, profile, tab } = journey;
    const second = await profile.openTab();
    const email = newAddress();
    await startTrial(site, tab, email);
    await second.open('/#/checkout');
    await expectHeading(second, 'Tell us about your company');
    await fillCompany(tab);
    await tab.click('Next');
    await expectHeading(tab, 'About You');
    await second.reload();
    await expectHeading(second, 'About You');
    await fillAboutYou(second);
    await second.click('Next');
    await expectHeading(second, 'You are all set!');
    await second.click('Done');
    await expectPath(second, '/app/jobs/new');
    const companies = site.db.selectFrom('companies').where('owner_email', '=', email).select('id');
    expect(await companies.execute()).toHaveLength(1);
  });
};
