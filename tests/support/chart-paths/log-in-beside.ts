import { button } from '../browser/forms/button.ts';
import { fillLogin } from '../browser/forms/login-form.ts';
import { PASSWORD } from '../browser/forms/sign-up-form.ts';
import { withSecondTab } from '../browser/with-second-tab.ts';
import { insertAccount } from '../server/database/insert-account.ts';
import type { DriverContext } from './traverse-in-browser.ts';

/** Creates an account and logs in to it by password, in another tab of the path's browser. */
export const logInBeside = async ({ site, visitor, email }: DriverContext): Promise<void> => {
  await insertAccount(site.db, { email, password: PASSWORD });
  await withSecondTab(visitor, async (tab) => {
    await fillLogin(tab, email);
    await button(tab, 'Log In').click();
    await tab.page.waitForURL('**/app/');
  });
};
