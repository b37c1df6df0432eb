import { sql } from 'kysely';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { busyButton, button } from '#tests/support/browser/forms/button.ts';
import { refill } from '#tests/support/browser/forms/refill.ts';
import { typeCode, waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { latestCode } from '#tests/support/browser/latest-code.ts';
import { openWithNavigationState } from '#tests/support/browser/open-with-navigation-state.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { loginNotices } from '#web/content/login.ts';

const UPDATE = /^\/v2\/user\/update$/;

const newCode = ({ page }: DriverContext) => page.getByRole('link', { name: 'Ask for a new code' });

/** Opens a session with a code; returns the id of the user. */
const verifyAddress = async ({ site, visitor, email }: DriverContext): Promise<string> => {
  await insertAccount(site.db, { email, password: 'an older passphrase', isAtsEnabled: true });
  await withSecondTab(visitor, async (tab) => {
    await tab.page.goto('/#/forgotPassword');
    await tab.page.getByLabel('Email').fill(email);
    await button(tab, 'Send OTP').click();
    await tab.page.getByLabel('Digit 1 of 6').waitFor();
    await typeCode(tab, await latestCode(site, email));
    await button(tab, 'Verify').click();
    await waitForHeading(tab, 'Set a new password');
  });
  const user = site.db.selectFrom('users').where('email', '=', email).select('id');
  return (await user.executeTakeFirstOrThrow()).id;
};

/** Makes all sessions as old as that, in milliseconds. */
const ageSessions = ({ site: { db } }: DriverContext, age: number) =>
  sql`update sessions set opened_at = now() - make_interval(secs => ${age / 1000})`.execute(db);

/** A visitor at `/#/resetPassword`, with or without a verified email address. */
export const drivers: ChartDrivers = {
  intercepted: [UPDATE],
  notices: loginNotices,
  async start(context, input) {
    const { uuid } = input as { uuid?: string };
    const id = uuid && (await verifyAddress(context));
    await openWithNavigationState(context.page, '/resetPassword', { id });
    await waitForHeading(context.visitor, id ? 'Set a new password' : 'Forgot Password?');
  },
  events: {
    'password.changed': (context, { password }) =>
      refill(context.page.getByLabel('Enter new password'), password),
    'confirmation.changed': (context, { confirmation }) =>
      refill(context.page.getByLabel('Confirm new password'), confirmation),
    'password.submitted': (context) => button(context, 'Change Password').click(),
    async 'xstate.done.actor.changePassword'(context, { output }) {
      await ageSessions(context, output.reason === 'stale' ? RECENT_LOGIN_MS : 0);
      await context.requests.pass(UPDATE);
    },
    'xstate.error.actor.changePassword': ({ requests }) => requests.cut(UPDATE),
  },
  states: {
    async 'resetPassword.editing.neutral'(context) {
      const { page } = context;
      await page
        .getByLabel('Enter new password')
        .and(page.locator(':not([aria-invalid])'))
        .waitFor();
      await newCode(context).waitFor({ state: 'detached' });
    },
    'resetPassword.editing.invalid': ({ page }) =>
      page.getByText('Please use at least 8 characters.').waitFor(),
    'resetPassword.editing.refused': ({ page }) =>
      page.getByText('one of the first that attackers try').waitFor(),
    'resetPassword.editing.stale': (context) => newCode(context).waitFor(),
    'resetPassword.saving': (context) => busyButton(context, 'Change Password').waitFor(),
    'resetPassword.changed': ({ page }) => page.waitForURL('**/app/ats/'),
    'resetPassword.accountMissing': ({ visitor }) => waitForHeading(visitor, 'Forgot Password?'),
  },
};
