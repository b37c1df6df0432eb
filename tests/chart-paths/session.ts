import { sql } from 'kysely';
import type { AnyEventObject } from 'xstate';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import {
  fillAboutYouStep,
  reachAboutYou,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { latestCode } from '#tests/support/browser/latest-code.ts';
import { openWithNavigationState } from '#tests/support/browser/open-with-navigation-state.ts';
import { logInByApi } from '#tests/support/browser/sign-up-by-api.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';

const REFRESH = /^\/v2\/user\/refresh$/;
const LOGOUT = /^\/v2\/user\/logout$/;
const CURRENT_USER = /^\/v2\/user\/getuser$/;
/** Valid for the page, rejected by the server: the response differs from that of an ended session. */
const COMMON_PASSWORD = 'password123';

const button = ({ page }: DriverContext, name: string) =>
  page.getByRole('button', { name, exact: true });

const sessionsOf = ({ site, email }: DriverContext) =>
  site.db
    .updateTable('sessions')
    .where('user_id', 'in', site.db.selectFrom('users').select('id').where('email', '=', email));

/** Expires the access token of the visitor's sessions, as after 15 minutes. */
const expireAccess = (context: DriverContext) =>
  sessionsOf(context).set({ renewed_at: sql`now() - interval '15 minutes'` }).execute();

const endSessions = (context: DriverContext) =>
  sessionsOf(context).set({ ended_at: sql`now()` }).execute();

const askForNewPassword = async (context: DriverContext): Promise<void> => {
  const { page, site, visitor, email } = context;
  const { id } = await site.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await openWithNavigationState(page, '/resetPassword', { id });
  await waitForHeading(visitor, 'Set a new password');
  await page.getByLabel('Enter new password').fill(COMMON_PASSWORD);
  await page.getByLabel('Confirm new password').fill(COMMON_PASSWORD);
  await button(context, 'Change Password').click();
};

const completeInWizard = async ({ page, visitor }: DriverContext): Promise<void> => {
  await openWithNavigationState(page, '/checkout', null);
  await waitForHeading(visitor, 'About You');
  await fillAboutYouStep(visitor);
  await submitStep(visitor);
};

/** The page shows a form whose request waits for the refresh. */
const seesWaiting = ({ page }: DriverContext) =>
  page
    .getByRole('button', { name: /^(Change Password|Next)$/ })
    .and(page.locator('[aria-busy]'))
    .waitFor();

/** A visitor in the sign-up without a password. The page is never reloaded. */
export const drivers: ChartDrivers = {
  // The intercepted request for the user keeps a login from opening the app.
  intercepted: [REFRESH, LOGOUT, CURRENT_USER],
  start: ({ site, visitor, email }) => reachAboutYou(site, visitor, email),
  events: {
    async 'access.expired'(context, { staysOnPage }) {
      await expireAccess(context);
      await (staysOnPage ? completeInWizard(context) : askForNewPassword(context));
    },
    async 'session.opened'(context) {
      const { page, site, visitor, requests, email } = context;
      await endResendPauses(site);
      await openWithNavigationState(page, '/login', { email });
      const asDifferentUser = button(context, 'Log in as someone else');
      const byCode = button(context, 'Sign in using email OTP');
      await asDifferentUser.or(byCode).waitFor();
      if (await asDifferentUser.isVisible()) await asDifferentUser.click();
      await byCode.click();
      await page.getByLabel('Digit 1 of 6').waitFor();
      await typeCode(visitor, await latestCode(site, email));
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await button(context, 'Verify').click();
      await requests.next(CURRENT_USER);
      // A pending refresh would block the next one.
      await requests.cutAll(REFRESH);
    },
    async 'xstate.done.actor.refresh'(context, { output }: AnyEventObject) {
      if (!output.isRenewed) await endSessions(context);
      await context.requests.pass(REFRESH);
      // The request was repeated, so the page shows its response.
      if (output.isRenewed)
        await context.page.getByText(/one of the first that attackers/).waitFor();
    },
    'xstate.error.actor.refresh': ({ requests }) => requests.cut(REFRESH),
    async 'xstate.done.actor.logout'(context, { output }: AnyEventObject) {
      const { site, page, email, requests } = context;
      // As in another tab.
      if (output.isReplaced) await logInByApi(site, page, email);
      await requests.pass(LOGOUT);
    },
    'xstate.error.actor.logout': ({ requests }) => requests.cut(LOGOUT),
  },
  states: {
    // Another tab shows the signed-in user.
    async 'session.active'({ page, email }) {
      const tab = await page.context().newPage();
      await tab.goto('/app/');
      await tab.getByText(email).first().waitFor();
      await tab.close();
    },
    'session.refreshing': seesWaiting,
    'session.signingOut': seesWaiting,
    'session.expired': ({ page }) =>
      page
        .getByRole('link', { name: 'Ask for a new code' })
        .or(page.getByText('Login failed. Please check default credentials.').first())
        .waitFor(),
    'session.signedOut': ({ page }) =>
      page.getByText('Your session has ended. Please log in again.').waitFor(),
  },
};
