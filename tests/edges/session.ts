import { sql } from 'kysely';
import type { AnyEventObject } from 'xstate';
import { arriveWith } from '#tests/support/arrive-with.ts';
import { endResendPauses } from '#tests/support/ask-anew.ts';
import { newestCode } from '#tests/support/newest-code.ts';
import {
  atHeading,
  fillPerson,
  next,
  reachAbout,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';

const REFRESH = /^\/v2\/user\/refresh$/;
const LOGOUT = /^\/v2\/user\/logout$/;
const CURRENT_USER = /^\/v2\/user\/getuser$/;
/** Long enough for the page, and known to the server: its answer is none to a lost session. */
const COMMON_PASSWORD = 'password123';

const button = ({ page }: Stage, name: string) => page.getByRole('button', { name, exact: true });

const sessionsOf = ({ site, email }: Stage) =>
  site.db
    .updateTable('sessions')
    .where('user_id', 'in', site.db.selectFrom('users').select('id').where('email', '=', email));

/** Has the access of this person's session run out, as if 15 minutes had gone by. */
const expireAccess = (stage: Stage) =>
  sessionsOf(stage).set({ renewed_at: sql`now() - interval '15 minutes'` }).execute();

const endSessions = (stage: Stage) => sessionsOf(stage).set({ ended_at: sql`now()` }).execute();

const askForNewPassword = async (stage: Stage): Promise<void> => {
  const { page, site, visitor, email } = stage;
  const { id } = await site.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await arriveWith(page, '/resetPassword', { id });
  await atHeading(visitor, 'Set a new password');
  await page.getByLabel('Enter new password').fill(COMMON_PASSWORD);
  await page.getByLabel('Confirm new password').fill(COMMON_PASSWORD);
  await button(stage, 'Change Password').click();
};

const completeInWizard = async ({ page, visitor }: Stage): Promise<void> => {
  await arriveWith(page, '/checkout', null);
  await atHeading(visitor, 'About You');
  await fillPerson(visitor);
  await next(visitor);
};

/** A form whose request waits for the session. */
const seesWaiting = ({ page }: Stage) =>
  page
    .getByRole('button', { name: /^(Change Password|Next)$/ })
    .and(page.locator('[aria-busy]'))
    .waitFor();

/** Somebody in the middle of the sign-up, who has no password yet; the page is never loaded again. */
export const drivers: ChartDrivers = {
  // Where a login would lead on to the app, the person stays: the next question waits.
  held: [REFRESH, LOGOUT, CURRENT_USER],
  start: ({ site, visitor, email }) => reachAbout(site, visitor, email),
  events: {
    async 'access.expired'(stage, { isKept }) {
      await expireAccess(stage);
      await (isKept ? completeInWizard(stage) : askForNewPassword(stage));
    },
    async 'session.opened'(stage) {
      const { page, site, visitor, wire, email } = stage;
      await endResendPauses(site);
      await arriveWith(page, '/login', { email });
      const asSomebodyElse = button(stage, 'Log in as someone else');
      const byCode = button(stage, 'Sign in using email OTP');
      await asSomebodyElse.or(byCode).waitFor();
      if (await asSomebodyElse.isVisible()) await asSomebodyElse.click();
      await byCode.click();
      await page.getByLabel('Digit 1 of 6').waitFor();
      await typeCode(visitor, await newestCode(site, email));
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await button(stage, 'Verify').click();
      await wire.next(CURRENT_USER);
      // A renewal that was under way is nobody's any more, but would keep the next one waiting.
      await wire.cutAll(REFRESH);
    },
    async 'xstate.done.actor.refresh'(stage, { output }: AnyEventObject) {
      if (!output.isRenewed) await endSessions(stage);
      await stage.wire.pass(REFRESH);
      // The request was repeated: what is said now is its own answer.
      if (output.isRenewed) await stage.page.getByText(/one of the first that attackers/).waitFor();
    },
    'xstate.error.actor.refresh': ({ wire }) => wire.cut(REFRESH),
    'xstate.done.actor.logout': ({ wire }) => wire.pass(LOGOUT),
    'xstate.error.actor.logout': ({ wire }) => wire.cut(LOGOUT),
  },
  states: {
    // Another tab shows who is signed in.
    async 'session.active'({ page, email }) {
      const tab = await page.context().newPage();
      await tab.goto('/app/');
      await tab.getByText(email).first().waitFor();
      await tab.close();
    },
    'session.refreshing': seesWaiting,
    'session.signingOut': seesWaiting,
    'session.lapsed': ({ page }) =>
      page
        .getByRole('link', { name: 'Ask for a new code' })
        .or(page.getByText('Login failed. Please check default credentials.').first())
        .waitFor(),
    'session.signedOut': ({ page }) =>
      page.getByText('Your session has ended. Please log in again.').waitFor(),
  },
};
