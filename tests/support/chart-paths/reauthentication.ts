import { sql } from 'kysely';
import type { AnyEventObject } from 'xstate';
import { reauthenticationContent as words } from '#web/content/reauthentication.ts';
import { endResendPauses } from '../browser/end-resend-pause.ts';
import { button } from '../browser/forms/button.ts';
import { typeCode } from '../browser/forms/sign-up-form.ts';
import { latestCode } from '../browser/latest-code.ts';
import { endRecentLogins } from '../server/database/age-rows.ts';
import type { DriverContext } from './traverse-in-browser.ts';

/** Makes the login too old for a change, after which a code can be sent. */
export const requireLogin = async ({ site }: Pick<DriverContext, 'site'>): Promise<void> => {
  await endRecentLogins(site.db);
  await endResendPauses(site);
};

/** As if a code had logged in just now, after which everything can be changed. */
export const allowChanges = ({ site: { db } }: Pick<DriverContext, 'site'>) =>
  sql`update sessions set opened_by = 'code', opened_at = now()`.execute(db);

/** The page asks for a code, or is about to. */
export const seesReauthentication = ({ page }: Pick<DriverContext, 'page'>): Promise<void> =>
  page.getByText(words.heading).waitFor();

/** Enters the mailed code, or cancels. */
export const endReauthentication = async (
  context: DriverContext,
  { output }: AnyEventObject,
): Promise<void> => {
  const { page, site, visitor, email } = context;
  await page.getByLabel('Digit 1 of 6').waitFor();
  if (output.loggedInAt === undefined) await button(context, words.cancel).click();
  else await typeCode(visitor, await latestCode(site, email));
};
