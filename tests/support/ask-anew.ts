import { RESEND_PAUSE_MS } from '#contract/limits.ts';
import { ageLimits } from './age.ts';
import type { Site } from './site.ts';
import type { Stage } from './walk-browser.ts';

/** Has the pause before another code be over for everybody, as if it had been waited out. */
export const endResendPauses = async ({ db }: Site): Promise<void> => {
  await ageLimits(db, 60, 'code pause');
};

/** Waits out the pause after a code, on both sides, and asks for another one. */
export const askAnew = async (stage: Stage): Promise<void> => {
  const { page } = stage;
  await page
    .getByRole('button', { name: /^Resend/ })
    .and(page.locator(':not([aria-busy])'))
    .waitFor();
  await endResendPauses(stage.site);
  await page.clock.fastForward(RESEND_PAUSE_MS);
  await page.getByRole('button', { name: /^Resend(?: OTP)?$/ }).click();
};
