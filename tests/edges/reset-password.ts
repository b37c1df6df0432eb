import { sql } from 'kysely';
import { PASSWORD_RESET_WINDOW_MS } from '#contract/limits.ts';
import { createAccount } from '#tests/support/account.ts';
import { arriveWith } from '#tests/support/arrive-with.ts';
import { busyButton, button } from '#tests/support/button.ts';
import { inAnotherTab } from '#tests/support/in-another-tab.ts';
import { newestCode } from '#tests/support/newest-code.ts';
import { retype } from '#tests/support/retype.ts';
import { atHeading, typeCode } from '#tests/support/sign-up-by-hand.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { loginNotices } from '#web/content/notices.ts';

const UPDATE = /^\/v2\/user\/update$/;
const SHORT = 'short';
/** Among those that the server knows as common. */
const COMMON = 'password1';
const PASSWORD = 'quiet lantern river';

const newCode = ({ page }: Stage) => page.getByRole('link', { name: 'Ask for a new code' });

/** Opens a session by a code; returns the id of its user. */
const proveAddress = async ({ site, visitor, email }: Stage): Promise<string> => {
  await createAccount(site.db, { email, password: 'an older passphrase', isAtsEnabled: true });
  await inAnotherTab(visitor, async (tab) => {
    await tab.page.goto('/#/forgotPassword');
    await tab.page.getByLabel('Email').fill(email);
    await button(tab, 'Send OTP').click();
    await tab.page.getByLabel('Digit 1 of 6').waitFor();
    await typeCode(tab, await newestCode(site, email));
    await button(tab, 'Verify').click();
    await atHeading(tab, 'Set a new password');
  });
  const user = site.db.selectFrom('users').where('email', '=', email).select('id');
  return (await user.executeTakeFirstOrThrow()).id;
};

/** What is typed for a password of the path: a common one, if the server is to refuse it next. */
const passwordFor = ({ upcoming }: Stage, typed: string): string => {
  if (typed === SHORT) return SHORT;
  const next = upcoming.find(({ type }) => type === 'xstate.done.actor.changePassword');
  return next?.['output'].reason === 'refused' ? COMMON : PASSWORD;
};

/** Makes the sessions of everybody too old for a new password. */
const ageSessions = ({ site: { db } }: Stage) =>
  sql`update sessions set
    opened_at = opened_at - make_interval(secs => ${PASSWORD_RESET_WINDOW_MS / 1000})`.execute(db);

/** Somebody at `/#/resetPassword` whose address a code has just proved, or who only knows the page. */
export const drivers: ChartDrivers = {
  held: [UPDATE],
  notices: loginNotices,
  async start(stage, input) {
    const { uuid } = input as { uuid?: string };
    const id = uuid && (await proveAddress(stage));
    await arriveWith(stage.page, '/resetPassword', { id });
    await atHeading(stage.visitor, id ? 'Set a new password' : 'Forgot Password?');
  },
  events: {
    'password.changed': (stage, { password }) =>
      retype(stage.page.getByLabel('Enter new password'), passwordFor(stage, password)),
    'confirmation.changed': (stage, { confirmation }) =>
      retype(stage.page.getByLabel('Confirm new password'), passwordFor(stage, confirmation)),
    'password.submitted': (stage) => button(stage, 'Change Password').click(),
    async 'xstate.done.actor.changePassword'(stage, { output }) {
      if (output.reason === 'stale') await ageSessions(stage);
      await stage.wire.pass(UPDATE);
    },
    'xstate.error.actor.changePassword': ({ wire }) => wire.cut(UPDATE),
  },
  states: {
    async 'resetPassword.editing.neutral'(stage) {
      const { page } = stage;
      await page
        .getByLabel('Enter new password')
        .and(page.locator(':not([aria-invalid])'))
        .waitFor();
      await newCode(stage).waitFor({ state: 'detached' });
    },
    'resetPassword.editing.faulty': ({ page }) =>
      page.getByText('Please use at least 8 characters.').waitFor(),
    'resetPassword.editing.refused': ({ page }) =>
      page.getByText('one of the first that attackers try').waitFor(),
    'resetPassword.editing.stale': (stage) => newCode(stage).waitFor(),
    'resetPassword.saving': (stage) => busyButton(stage, 'Change Password').waitFor(),
    'resetPassword.changed': ({ page }) => page.waitForURL('**/app/ats/'),
    'resetPassword.lost': ({ visitor }) => atHeading(visitor, 'Forgot Password?'),
  },
};
