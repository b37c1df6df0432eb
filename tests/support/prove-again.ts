import { endResendPauses } from './ask-anew.ts';
import { newestCode } from './newest-code.ts';
import { typeCode } from './sign-up-by-hand.ts';
import type { Stage } from './walk-browser.ts';

/** Proves an address in the trial form that is open, whatever it was asked for before. */
export const proveAgain = async ({ site, visitor, page, email }: Stage): Promise<void> => {
  await endResendPauses(site);
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await newestCode(site, email));
  await page.getByText('Email verified').waitFor();
};
