import { button } from './button.ts';
import { consent } from './consent.ts';
import { newAccount, PASSWORD } from './sign-up-by-hand.ts';
import type { Site, Visitor } from './site.ts';

/** Opens the login and fills it in without sending it. */
export const fillLogin = async (
  visitor: Visitor,
  email: string,
  password = PASSWORD,
): Promise<void> => {
  const { page } = visitor;
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await consent(visitor).check();
};

/** Logs in with an account of its own, and answers with its address; ends in the application. */
export const enterApp = async (site: Site, visitor: Visitor): Promise<string> => {
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await button(visitor, 'Log In').click();
  await visitor.page.waitForURL('**/app/');
  return email;
};

/** Opens a form of the login that asks for an address only, and types that. */
export const fillAddress = async (
  { page }: Visitor,
  path: '/login' | '/forgotPassword',
  email: string,
): Promise<void> => {
  await page.goto(`/#${path}`);
  await page.getByLabel('Email').fill(email);
};

/** Types a new password twice without sending it. */
export const fillNewPassword = async ({ page }: Visitor, password: string): Promise<void> => {
  await page.getByLabel('Enter new password').fill(password);
  await page.getByLabel('Confirm new password').fill(password);
};
