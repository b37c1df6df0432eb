import { expect } from 'vitest';
import { createAccount } from './account.ts';
import { pngLogo } from './logo.ts';
import type { Site, Visitor } from './site.ts';

/** Of whoever a journey makes an account for. */
export const PASSWORD = 'quiet lantern river';

let count = 0;

/** An address that no other journey uses. */
export const newAddress = (): string => {
  count += 1;
  return `asha@acme-${count}.example`;
};

/** Makes an account with an address of its own, and answers with that. */
export const newAccount = async ({ db }: Site): Promise<string> => {
  const email = newAddress();
  await createAccount(db, { email, password: PASSWORD });
  return email;
};

/** Waits until a heading is there. */
export const atHeading = ({ page }: Visitor, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor();

/** Waits until a heading is there and has focus, as every page and step but a visit's first one. */
export const atNewHeading = async (visitor: Visitor, name: string): Promise<void> => {
  await atHeading(visitor, name);
  const heading = visitor.page.getByRole('heading', { level: 1, name, exact: true });
  await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true);
};

/** Opens the sign-up and asks for a code. */
export const askForCode = async (visitor: Visitor, email: string): Promise<void> => {
  await visitor.page.goto('/#/checkout');
  await visitor.page.getByRole('heading', { name: 'Sign up free to try now!' }).waitFor();
  await visitor.page.getByLabel('Work email').fill(email);
  await visitor.page.getByRole('button', { name: 'Send OTP' }).click();
  await visitor.page.getByLabel('Digit 1 of 6').waitFor();
};

/** Types a code, digit by digit. */
export const typeCode = async ({ page }: Visitor, code: string): Promise<void> => {
  await page.getByLabel('Digit 1 of 6').click();
  await page.keyboard.type(code);
};

/** Proves an address and starts the trial. */
export const startTrial = async (site: Site, visitor: Visitor, email: string): Promise<void> => {
  await askForCode(visitor, email);
  await typeCode(visitor, await site.inbox.nextCode(email));
  await visitor.page.getByText('Email verified').waitFor();
  await visitor.page.getByRole('checkbox', { name: /I agree/ }).check();
  await visitor.page.getByRole('button', { name: 'Start a free trial' }).click();
  await atNewHeading(visitor, 'Tell us about your company');
};

/** Fills in step 1 without sending it. */
export const fillCompany = async ({ page }: Visitor): Promise<void> => {
  await page.getByLabel('Company name').fill('Acme Robotics');
  await page.locator('input[type=file]').setInputFiles(await pngLogo());
  await page.getByLabel('Website').fill('acme.example');
  await page.getByRole('checkbox', { name: 'Data Science' }).check();
  await page.getByRole('checkbox', { name: 'Delhi', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Pune', exact: true }).check();
};

/** Sends the step that is shown. */
export const next = ({ page }: Visitor): Promise<void> =>
  page.getByRole('button', { name: 'Next' }).click();

/** Fills in step 2 without sending it. */
export const fillPerson = async ({ page }: Visitor): Promise<void> => {
  await page.getByLabel('Your name').fill('Asha Rao');
  await page.getByLabel('Create password').fill(PASSWORD);
};

/** Ends at step 2, with the company, its logo and its user created. */
export const reachAbout = async (site: Site, visitor: Visitor, email: string): Promise<void> => {
  await startTrial(site, visitor, email);
  await fillCompany(visitor);
  await next(visitor);
  await atNewHeading(visitor, 'About You');
};
