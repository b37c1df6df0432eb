import { sql } from 'kysely';
import { button } from '#tests/support/browser/forms/button.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import { logInBeside } from '#tests/support/chart-paths/log-in-beside.ts';
import {
  allowChanges,
  endReauthentication,
  requireLogin,
  seesReauthentication,
} from '#tests/support/chart-paths/reauthentication.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { replaceSessions } from '#tests/support/server/database/replace-sessions.ts';
import { sessionListNotices } from '#web/content/account-notices.ts';
import { sessionListContent as words } from '#web/content/session-list.ts';

const LIST = /^\/v2\/user\/session\/list$/;
const END = /^\/v2\/user\/session\/end(others)?$/;

const card = ({ page }: DriverContext) => page.locator('#sessions');
/** The button of the first session that can be ended. */
const end = (context: DriverContext) =>
  card(context)
    .getByRole('button', { name: new RegExp(`^${words.end} (?!everywhere)`) })
    .first();
const endOthers = (context: DriverContext) => button(context, words.endOthers);
const shown = (context: DriverContext, text: string) => card(context).getByText(text).waitFor();

/** Ends the sessions of all other browsers, as those do themselves. */
const endFirst = ({ site: { db }, email }: DriverContext) =>
  sql`update sessions set ended_at = now() where user_id in (select id from users where email = ${email})
    and browser = 'Firefox on Windows'`.execute(db);

/** A signed-in visitor at `/app/`, whose account is open in other browsers as well. */
export const drivers: ChartDrivers = {
  intercepted: [LIST, END],
  async start(context) {
    await logInBeside(context);
    await context.page.goto('/app/');
    await context.page.locator('#passkeys button:enabled').waitFor();
  },
  events: {
    'list.requested': (context) => button(context, words.retry).click(),
    'ending.requested': (context) => end(context).click(),
    'othersEnding.requested': (context) => endOthers(context).click(),
    'othersEnding.confirmed': (context) => endOthers(context).click(),
    'othersEnding.cancelled': (context) => button(context, words.keep).click(),
    async 'xstate.done.actor.fetchSessions'({ site, email, requests }) {
      await replaceSessions(site.db, email);
      await requests.pass(LIST);
    },
    'xstate.error.actor.fetchSessions': ({ requests }) => requests.cut(LIST),
    async 'xstate.done.actor.endSessions'(context, { output }) {
      const { requests } = context;
      if (output.notice === 'gone') await endFirst(context);
      await (output.notice === 'forbidden' ? requireLogin : allowChanges)(context);
      if (output.notice === 'offline') await requests.cut(END);
      else await requests.pass(END);
      if (output.ok) await shown(context, 'logged out.');
      else if (output.notice !== 'forbidden')
        await shown(context, sessionListNotices[output.notice as 'gone'].text);
    },
    async 'xstate.error.actor.endSessions'(context) {
      await context.requests.refuse(END, 'internal');
      await shown(context, sessionListNotices.unexpected.text);
    },
    'xstate.done.actor.reauthentication': endReauthentication,
    'xstate.error.actor.reauthentication': failChild(),
  },
  states: {
    'sessionList.loading': (context) => shown(context, words.heading),
    'sessionList.unavailable': (context) => shown(context, words.unavailable),
    'sessionList.listed': (context) => end(context).and(context.page.locator(':enabled')).waitFor(),
    'sessionList.confirmingOthers': (context) => shown(context, words.confirmOthers),
    'sessionList.ending': (context) => card(context).locator('button[aria-busy]').waitFor(),
    'sessionList.reauthenticating': seesReauthentication,
  },
};
