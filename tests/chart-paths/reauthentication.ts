import { endResendPause } from '#tests/support/browser/end-resend-pause.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { typeCode } from '#tests/support/browser/forms/sign-up-form.ts';
import { latestCode } from '#tests/support/browser/latest-code.ts';
import { logInBeside } from '#tests/support/chart-paths/log-in-beside.ts';
import { firstBox, passCode, SEND_CODE } from '#tests/support/chart-paths/login-code-events.ts';
import { requireLogin, seesReauthentication } from '#tests/support/chart-paths/reauthentication.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { isAddressRefused } from '#tests/support/charts/is-address-refused.ts';
import { replaceSessions } from '#tests/support/server/database/replace-sessions.ts';
import { sessionListNotices } from '#web/content/account-notices.ts';
import { reauthenticationContent as words } from '#web/content/reauthentication.ts';
import { sessionListContent } from '#web/content/session-list.ts';

const endOthers = (context: DriverContext) => button(context, sessionListContent.endOthers);

/** A visitor at `/app/` whose login is too old to log out every other browser. */
export const drivers: ChartDrivers = {
  intercepted: [SEND_CODE],
  async start(context) {
    const { site, email, page } = context;
    await logInBeside(context);
    await replaceSessions(site.db, email);
    await requireLogin(context);
    await page.goto('/app/');
    await page.locator('#passkeys button:enabled').waitFor();
    await endOthers(context).click();
    await endOthers(context).click();
    await passCode(context);
  },
  events: {
    'reauthentication.cancelled': (context) => button(context, words.cancel).click(),
    async 'xstate.done.actor.otp'(context, event) {
      if (isAddressRefused(event)) {
        if (await firstBox(context).isVisible()) await endResendPause(context);
        return context.requests.refuse(SEND_CODE, 'email_registered');
      }
      await firstBox(context).waitFor();
      await typeCode(context.visitor, await latestCode(context.site, context.email));
    },
    'xstate.error.actor.otp': (context, event) => context.send({ error: 'broken', ...event }),
  },
  states: {
    'reauthentication.verifyingEmail': seesReauthentication,
    'reauthentication.verified': ({ page }) =>
      page.getByText(sessionListNotices.othersEnded.text).waitFor(),
    'reauthentication.cancelled': (context) => endOthers(context).waitFor(),
  },
};
