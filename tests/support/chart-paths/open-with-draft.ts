import * as storageKeys from '#contract/storage-keys.ts';
import type { SignUpDraft } from '#machines/rules/sign-up.ts';
import { START_TIME_MS } from '#paths/path-options.ts';
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
  // The draft's times are of the start of this process, which may be longer ago than a code lives.
  const age = Date.now() - START_TIME_MS;
  const { resendAt } = draft;
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    storageKeys.signUpDraft,
    JSON.stringify({
      ...draft,
      ...(resendAt !== undefined && { resendAt: resendAt + age }),
      email,
      ...account,
    }),
  ] as const);
  await page.goto('/#/checkout');
  // The heading receives focus when the page's script runs; Back works from then on.
  await page.locator('h1:focus').filter({ hasNotText: 'Thank' }).waitFor();
};
