import { expect } from 'vitest';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';
import type { Site } from '../site.ts';
import type { Visitor } from '../visitor.ts';

/** The password of every account that a journey creates. */
export const PASSWORD = 'quiet lantern river';

/** Where the codes of a site arrive. */
type Mailbox = { inbox: Pick<Site['inbox'], 'nextCode'> };

let count = 0;

/** An email address that no other journey uses. */
export const newAddress = (): string => {
  count += 1;
  return `asha@acme-${count}.example`;
};

/** Creates an account with a unique address; returns the address. */
export const newAccount = async ({ db }: Pick<Site, 'db'>): Promise<string> => {
  const email = newAddress();
  await insertAccount(db, { email, password: PASSWORD });
  return email;
};

/** Waits until the page heading is visible. */
export const waitForHeading = ({ page }: Visitor, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/**
 * Waits until the page heading is visible and focused; only the first page of a visit leaves focus
 * alone.
 */
export const waitForFocusedHeading = async (visitor: Visitor, name: string): Promise<void> => {
  await waitForHeading(visitor, name);
  const heading = visitor.page.getByRole('heading', { level: 1, name, exact: true });
  await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
};

/** Opens the sign-up page and requests a code. */
export const requestCode = async (visitor: Visitor, email: string): Promise<void> => {
  await visitor.page.goto('/#/checkout');
  await visitor.page.getByRole('heading', { name: 'Sign up free to try now!' }).waitFor();
  await visitor.page.getByLabel('Work email').fill(email);
  await visitor.page.getByRole('button', { name: 'Send OTP' }).click();
  await visitor.page.getByLabel('Digit 1 of 6').waitFor();
};

/** Types a code digit by digit. */
export const typeCode = async ({ page }: Visitor, code: string): Promise<void> => {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(code);
};

/** Verifies an address and starts the free trial. */
export const startTrial = async (site: Mailbox, visitor: Visitor, email: string): Promise<void> => {
  await requestCode(visitor, email);
  await typeCode(visitor, await site.inbox.nextCode(email));
  await visitor.page.getByText('Email verified').waitFor();
  await visitor.page.getByRole('checkbox', { name: /I agree/ }).check();
  await visitor.page.getByRole('button', { name: 'Start a free trial' }).click();
  await waitForFocusedHeading(visitor, 'Tell us about your company');
};

/** The stored company of a browser's sign-up, once its last step is filled in. */
export const filledCompany = {
  name: 'Acme Robotics',
  website: 'https://acme.example',
  departments: ['Data Science'],
  location: 'Delhi, Pune',
  display_name: 'Acme',
  about: 'We build small robots.',
};

/** Fills in step 1 (company) without submitting it. */
export const fillCompanyStep = async ({ page }: Visitor): Promise<void> => {
  await page.getByLabel('Company name').fill('Acme Robotics');
  await page.locator('input[type=file]').setInputFiles(await pngLogo());
  await page.getByLabel('Website').fill('acme.example');
  await page.getByRole('checkbox', { name: 'Data Science' }).check();
  await page.getByRole('checkbox', { name: 'Delhi', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Pune', exact: true }).check();
};

/** Submits the current step. */
export const submitStep = ({ page }: Visitor): Promise<void> =>
  page.getByRole('button', { name: 'Next' }).click();

/** Fills in step 2 (About You) without submitting it. */
export const fillAboutYouStep = async ({ page }: Visitor): Promise<void> => {
  await page.getByLabel('Your name').fill('Asha Rao');
  await page.getByLabel('Create password').fill(PASSWORD);
};

/** Signs up as far as step 2: the company, its logo and its user exist. */
export const reachAboutYou = async (
  site: Mailbox,
  visitor: Visitor,
  email: string,
): Promise<void> => {
  await startTrial(site, visitor, email);
  await fillCompanyStep(visitor);
  await submitStep(visitor);
  await waitForFocusedHeading(visitor, 'About You');
};
