import { RESEND_PAUSE_MS } from '#contract/code.ts';
import type { DriverContext } from '../chart-paths/traverse-in-browser.ts';
import { passResendPause } from '../server/database/age-rows.ts';
import type { Site } from './site.ts';

/** Ends the resend pause of every address in the database. */
export const endResendPauses = async ({ db }: Site): Promise<void> => {
  await passResendPause(db, 'code pause');
};

/** Ends the resend pauses on the server, and those that the page knows. Its clock is held. */
export const passResendPauses = async ({
  page,
  site,
}: Pick<DriverContext, 'page' | 'site'>): Promise<void> => {
  await endResendPauses(site);
  await page.clock.fastForward(RESEND_PAUSE_MS);
};

/** Ends the resend pause on the server and in the page, then presses Resend. */
export const endResendPause = async (stage: DriverContext): Promise<void> => {
  const { page } = stage;
  await page
    .getByRole('button', { name: /^Resend/ })
    .and(page.locator(':not([aria-busy])'))
    .waitFor();
  await passResendPauses(stage);
  await page.getByRole('button', { name: /^Resend(?: OTP)?$/ }).click();
};
