import type { DriverContext } from '#tests/support/chart-paths/traverse-in-browser.ts';
import { endResendPauses } from '../end-resend-pause.ts';
import { latestCode } from '../latest-code.ts';
import { typeCode } from './sign-up-form.ts';

/** Verifies an address in the open form, ending any resend pause first. */
export const verifyEmailAgain = async ({
  site,
  visitor,
  page,
  email,
}: DriverContext): Promise<void> => {
  await endResendPauses(site);
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await latestCode(site, email));
  await page.getByText('Email verified').waitFor();
};
