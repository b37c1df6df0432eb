import { expect } from 'vitest';
import { makeBrowserLink } from '#server/auth/logins/browser-link.ts';
import { createKeys } from '#server/config/keys.ts';
import { busyButton, button } from '#tests/support/browser/forms/button.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { SECRET_KEY } from '#tests/support/server/test-server.ts';
import { browserLinkContent as words } from '#web/content/browser-link.ts';

const LOGIN = /^\/v2\/user\/login$/;
const SEND_LINK = /^\/v2\/user\/browser\/link\//;
const KNOW_BROWSER = /^\/v2\/user\/browser$/;

const sees =
  (text: string) =>
  ({ page }: DriverContext): Promise<void> =>
    page.getByText(text, { exact: true }).waitFor();

/** A visitor whose attempts were refused, or who has opened a mailed link. */
export const drivers: ChartDrivers = {
  intercepted: [LOGIN, SEND_LINK, KNOW_BROWSER],
  async start(context, input) {
    const { token } = input as { token?: string };
    const { site, page, email } = context;
    await insertAccount(site.db, { email, password: 'quiet lantern river' });
    if (token !== undefined) {
      const key = createKeys([SECRET_KEY]).devices;
      await page.goto((await makeBrowserLink(site.db, key, { origin: site.url, email })) ?? '');
      return;
    }
    await page.goto('/#/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await button(context, 'Log In').click();
    await context.requests.refuse(LOGIN, 'too_many_requests', 60);
    await button(context, words.send).waitFor();
  },
  events: {
    async 'link.requested'(context, event) {
      await context.page.getByLabel('Email').fill(event['email'] && context.email);
      await button(context, words.send).click();
    },
    'recognition.repeated': (context) => button(context, words.again).click(),
    'xstate.done.actor.sendLink': ({ requests }, { output }) =>
      output.ok ? requests.pass(SEND_LINK) : requests.refuse(SEND_LINK, 'too_many_requests', 60),
    'xstate.error.actor.sendLink': ({ requests }) => requests.cut(SEND_LINK),
    'xstate.done.actor.knowBrowser': ({ requests }, { output }) =>
      output.ok ? requests.pass(KNOW_BROWSER) : requests.refuse(KNOW_BROWSER, 'code_invalid'),
    'xstate.error.actor.knowBrowser': ({ requests }) => requests.cut(KNOW_BROWSER),
  },
  states: {
    async 'browserLink.recognizing'(context) {
      await sees(words.recognizing)(context);
      // It is in no bookmark and in no history.
      expect(context.page.url()).not.toContain('browser=');
    },
    'browserLink.unreached': sees(words.unreached),
    'browserLink.recognized': sees(words.recognized),
    'browserLink.offering.neutral': sees(words.neutral),
    'browserLink.offering.missing': sees(words.missing),
    'browserLink.offering.sent': sees(words.sent),
    'browserLink.offering.used': sees(words.used),
    'browserLink.offering.failed': sees(words.failed),
    'browserLink.offering.expired': sees(words.expired),
    'browserLink.sending': (context) => busyButton(context, words.send).waitFor(),
  },
};
