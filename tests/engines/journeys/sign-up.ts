import { expect, test } from 'vitest';
import { filledCompany, newAddress } from '#tests/support/browser/forms/sign-up-form.ts';
import type { CoreJourney } from '#tests/support/engines/core-journey.ts';
import { expectHeading, expectPath, expectText } from '#tests/support/engines/expect-page.ts';
import { fillAboutYou, fillCompany, startTrial } from '#tests/support/engines/forms.ts';

/** The sign-up, from the email address to the application. */
export const signUpJourneys = (journey: CoreJourney): void => {
  test('a recruiter signs up, with a logo, and enters the application', async () => {
    const { site, tab } = journey;
    const email = newAddress();
    await startTrial(site, tab, email);
    await fillCompany(tab);
    await tab.click('Next');
    await expectHeading(tab, 'About You');
    await fillAboutYou(tab);
    await tab.click('Next');
    await expectHeading(tab, 'You are all set!');
    await tab.fill('Display name for candidates', filledCompany.display_name);
    await tab.fill('About the company', filledCompany.about);
    await tab.click('Done');
    await expectPath(tab, '/app/jobs/new');
    await expectText(tab, 'Asha Rao');
    const company = await site.db
      .selectFrom('companies')
      .selectAll()
      .where('owner_email', '=', email)
      .executeTakeFirstOrThrow();
    expect(company).toMatchObject(filledCompany);
    const logos = site.db
      .selectFrom('logos')
      .where('company_id', '=', company.id)
      .select('company_id');
    expect(await logos.execute()).toHaveLength(1);
  });
};
