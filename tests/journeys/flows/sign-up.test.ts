import { expect, test } from 'vitest';
import {
  fillAboutYouStep,
  fillCompanyStep,
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
  await page.getByLabel('Display name for candidates').fill('Acme');
  await page.getByLabel('About the company').fill('We build small robots.');
  await page.getByRole('button', { name: 'Done' }).click();

  await page.waitForURL('**/app/jobs/new');
  await page.getByText('Asha Rao').first().waitFor();
  const company = await site.db
    .selectFrom('companies')
    .selectAll()
    .where('owner_email', '=', email)
    .executeTakeFirstOrThrow();
  expect(company).toMatchObject({
    name: 'Acme Robotics',
    website: 'https://acme.example',
    departments: ['Data Science'],
    location: 'Delhi, Pune',
    display_name: 'Acme',
    about: 'We build small robots.',
  });
  expect(await page.evaluate(() => localStorage.getItem('companyId'))).toBe(company.id);
});
