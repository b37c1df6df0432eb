import type { Route } from 'playwright-core';
import type { AnyEventObject } from 'xstate';
import type { ResponseBody } from '#contract/calls/all-calls.ts';
import { CODE_LIFETIME_MS } from '#contract/code.ts';
import { requestCode, waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { signUpContent } from '#web/content/sign-up.ts';

const READ_MAIL = /^\/v1\/email\/mail\//;
/** Longer than the page waits before it asks again. */
const READ_PAUSE_MS = 31_000;

const { entering, mail: words } = signUpContent.code;

/** The page's next question. On a busy machine it is there before: the clock, put forward, would end it as too slow. */
const nextRead = async ({ page, requests }: DriverContext): Promise<Route> => {
  if (!requests.has(READ_MAIL)) await page.clock.fastForward(READ_PAUSE_MS);
  return requests.next(READ_MAIL);
};

const answers =
  (message: ResponseBody<'signUpMail'>['message']) =>
  async (context: DriverContext, event: AnyEventObject) => {
    const route = await nextRead(context);
    await route.fulfill({ json: { message, retryAfter: event['retryAfterS'] } });
  };

const sees =
  (text: string) =>
  ({ page }: DriverContext): Promise<void> =>
    page.getByText(text, { exact: true }).waitFor();

const seesWithHelp = (text: string) => async (context: DriverContext) => {
  await sees(text)(context);
  await context.page.getByText(/^Talk to us: /).waitFor();
};

/** A visitor who waits for a sign-up code at `/#/checkout`. */
export const drivers: ChartDrivers = {
  intercepted: [READ_MAIL],
  async start({ visitor, page, email }) {
    await page.goto('/#/checkout');
    await waitForHeading(visitor, 'Sign up free to try now!');
    await requestCode(visitor, email);
  },
  events: {
    'mail.trying': answers('trying'),
    'mail.postponed': answers('postponed'),
    'mail.sent': answers('sent'),
    'mail.refused': answers('refused'),
    'mail.bounced': answers('bounced'),
    // An answer of something in between: the page asks again, which it does not after `unknown`.
    async 'mail.unknown'(context) {
      await (await nextRead(context)).fulfill({ body: '' });
    },
    async 'mail.expired'(context, event) {
      const { page, requests } = context;
      if (requests.has(READ_MAIL)) await answers('trying')(context, event);
      await page.clock.fastForward(CODE_LIFETIME_MS);
      await (await requests.next(READ_MAIL)).fulfill({ json: { message: 'trying' } });
    },
    'xstate.error.actor.watchMail': (context, event) => context.send({ error: 'broken', ...event }),
  },
  states: {
    'codeMail.unknown': sees(entering),
    'codeMail.waiting.trying': sees(words.trying),
    'codeMail.waiting.postponed': sees(words.postponed('15 seconds')),
    'codeMail.sent': sees(words.sent),
    'codeMail.refused': seesWithHelp(words.refused),
    'codeMail.bounced': seesWithHelp(words.bounced),
    'codeMail.undelivered': seesWithHelp(words.undelivered),
  },
};
