import * as storageKeys from '#contract/storage-keys.ts';
import type { SignUpDraft } from '#machines/rules/sign-up.ts';
import {
  createAccountByApi,
  requestCodeByApi,
  verifyEmailByApi,
} from '../browser/sign-up-by-api.ts';
import type { DriverContext } from './traverse-in-browser.ts';

/**
 * Opens the sign-up with a stored draft of an earlier visit, and creates the server state that the
 * draft refers to: the mailed code, the ticket, the parts of the account.
 */
export const openWithDraft = async ({ site, page, email }: DriverContext, draft: SignUpDraft) => {
  await page.goto('/#/thankyou');
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (draft.resendAt !== undefined) await requestCodeByApi(site, page, email);
  if (draft.ticketEndsAt !== undefined) await verifyEmailByApi(site, page, email);
  const account = await createAccountByApi(site, page, email, draft);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    storageKeys.signUpDraft,
    JSON.stringify({ ...draft, email, ...account }),
  ] as const);
  await page.goto('/#/checkout');
  // The heading receives focus when the page's script runs; Back works from then on.
  await page.locator('h1:focus').filter({ hasNotText: 'Thank' }).waitFor();
};
