import type { SignUpDraft } from '#contract/sign-up.ts';
import { storageKeys } from '#contract/storage-keys.ts';
import { makeAccount, proveAddress, sendCode } from './sign-up-by-api.ts';
import type { Stage } from './walk-browser.ts';

/**
 * Opens the sign-up as somebody does whom an earlier visit left a draft. What the draft says of the
 * server is true there: the code is mailed, the ticket holds, the account has the parts that it names.
 */
export const openDraft = async ({ site, page, email }: Stage, draft: SignUpDraft) => {
  await page.goto('/#/thankyou');
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (draft.resendAt !== undefined) await sendCode(site, page, email);
  if (draft.ticketEndsAt !== undefined) await proveAddress(site, page, email);
  const account = await makeAccount(site, page, email, draft);
  await page.evaluate(([key, kept]) => localStorage.setItem(key, kept), [
    storageKeys.signUpDraft,
    JSON.stringify({ ...draft, email, ...account }),
  ] as const);
  await page.goto('/#/checkout');
  // The heading gets focus when the page runs: Back works from then on.
  await page.locator('h1:focus').filter({ hasNotText: 'Thank' }).waitFor();
};
