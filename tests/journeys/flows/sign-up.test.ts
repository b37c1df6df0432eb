import { expect, test } from 'vitest';
import {
  fillAboutYouStep,
  fillCompanyStep,
  filledCompany,
  newAddress,
  startTrial,
  submitStep,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';

const journey = setUpSite();

test('a recruiter signs up, from the email field to the new-job page', async () => {
  const { site } = journey;
  const visitor = await site.visitor();
  const { page } = visitor;
  const email = newAddress();

  await startTrial(site, visitor, email);
  await fillCompanyStep(visitor);
  await submitStep(visitor);
  await waitForHeading(visitor, 'About You');
  await fillAboutYouStep(visitor);
  await submitStep(visitor);
  await waitForHeading(visitor, 'You are all set!');
  await page.getByText('Password updated successfully!').first().waitFor();
  await page.getByLabel('Display name for candidates').fill(filledCompany.display_name);
  await page.getByLabel('About the company').fill(filledCompany.about);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.waitForURL('**/app/jobs/new');
  await page.getByText('Asha Rao').first().waitFor();
  const company = await site.db
    .selectFrom('companies')
    .selectAll()
    .where('owner_email', '=', email)
    .executeTakeFirstOrThrow();
  expect(company).toMatchObject(filledCompany);
  expect(await page.evaluate(() => localStorage.getItem('companyId'))).toBe(company.id);
});
