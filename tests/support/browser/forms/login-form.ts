import type { Site } from '../site.ts';
import type { Visitor } from '../visitor.ts';
import { button } from './button.ts';
import { consentCheckbox } from './consent-checkbox.ts';
import { newAccount, PASSWORD, typeCode } from './sign-up-form.ts';

/** Opens the login page and fills in the form without submitting it. */
export const fillLogin = async (
  visitor: Visitor,
  email: string,
  password = PASSWORD,
): Promise<void> => {
  const { page } = visitor;
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await consentCheckbox(visitor).check();
};

/** Creates an account and logs in; returns its address once the application is open. */
export const logInToApp = async (site: Site, visitor: Visitor): Promise<string> => {
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await button(visitor, 'Log In').click();
  await visitor.page.waitForURL('**/app/');
  return email;
};

/** Logs in by a mailed code, without waiting for the next page. */
export const logInByCode = async (site: Site, visitor: Visitor, email: string): Promise<void> => {
  const { page } = visitor;
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await button(visitor, 'Sign in using email OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consentCheckbox(visitor).check();
  await button(visitor, 'Verify').click();
};

/** Creates an account and logs in by code, after which passkeys can be added; returns its address. */
export const logInToAppByCode = async (site: Site, visitor: Visitor): Promise<string> => {
  const email = await newAccount(site);
  await logInByCode(site, visitor, email);
  await visitor.page.waitForURL('**/app/');
  return email;
};

/** Opens a page that asks for an email address only, and fills it in. */
export const fillEmail = async (
  { page }: Visitor,
  path: '/login' | '/forgotPassword',
  email: string,
): Promise<void> => {
  await page.goto(`/#${path}`);
  await page.getByLabel('Email').fill(email);
};

/** Fills in a new password and its confirmation without submitting. */
export const fillNewPassword = async ({ page }: Visitor, password: string): Promise<void> => {
  await page.getByLabel('Enter new password').fill(password);
  await page.getByLabel('Confirm new password').fill(password);
};
