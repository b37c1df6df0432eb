import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  atHeading,
  fillCompany,
  fillPerson,
  newAddress,
  next,
  startTrial,
} from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site } from '#tests/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

test('a recruiter signs up, from the email field to the new-job page', async () => {
  const visitor = await site.visitor();
  const { page } = visitor;
  const email = newAddress();

  await startTrial(site, visitor, email);
  await fillCompany(visitor);
  await next(visitor);
  await atHeading(visitor, 'About You');
  await fillPerson(visitor);
  await next(visitor);
  await atHeading(visitor, 'You are all set!');
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
  await visitor.leave();
});
