import { expect } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { consentContent as words } from '#web/content/consent.ts';
import { CONSENT_VERSION } from '#web/platform/consent.ts';

const DOCUMENT = /^\/$/;
const TAG = /^\/gtm\.js/;

const button = ({ page }: DriverContext, name: string) =>
  page.getByRole('button', { name, exact: true });

/** Keeps a choice as a page of another tab does. */
const keep = async ({ visitor }: DriverContext, choice: unknown): Promise<void> => {
  const kept = JSON.stringify({ version: CONSENT_VERSION, choice, hasSignal: false });
  await withSecondTab(visitor, async ({ page }) => {
    await page.goto('/robots.txt');
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      storageKeys.consent,
      kept,
    ] as const);
  });
};

const seesQuestion = async (context: DriverContext): Promise<void> => {
  await button(context, words.accept).waitFor();
  await button(context, words.decline).waitFor();
};

const seesNoBar = async ({ page }: DriverContext): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('region', { name: words.label }).waitFor({ state: 'hidden' });
};

const seesAnswer = async (context: DriverContext, text: string): Promise<void> => {
  await context.page.getByText(`${text} ${words.how}`).waitFor();
  await button(context, words.accept).waitFor({ state: 'hidden' });
};

const expectTags = async ({ page }: DriverContext, count: number): Promise<void> => {
  expect(await page.locator('script[src*="gtm.js"]').count()).toBe(count);
};

const both =
  (count: number, sees: (context: DriverContext) => Promise<void>) =>
  async (context: DriverContext): Promise<void> => {
    await sees(context);
    await expectTags(context, count);
  };

/** A visitor of a site with a tag manager, on a page that needs no address of the server. */
export const drivers: ChartDrivers = {
  intercepted: [DOCUMENT, TAG],
  async start(context, input) {
    const { page, requests } = context;
    const { choice } = input as { choice?: string };
    if (choice !== undefined) await keep(context, choice);
    const opened = page.goto('/#/thankyou');
    await requests.pass(DOCUMENT);
    await opened;
  },
  events: {
    'consent.accepted': (context) => button(context, words.accept).click(),
    // A withdrawal loads the page again, whose request is held.
    'consent.declined': (context) => button(context, words.decline).click({ noWaitAfter: true }),
    'settings.pressed': (context) => button(context, words.settings).click(),
    async 'review.cancelled'({ page }) {
      await page.getByRole('region', { name: words.label }).press('Escape');
    },
    'choice.changed': (context, { choice }) => keep(context, choice),
    async 'page.left'({ page }) {
      await page.evaluate(() => {
        location.hash = '#/nowhere';
      });
      await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    },
  },
  states: {
    'consent.asking': both(0, seesQuestion),
    'consent.accepted.closed': both(1, seesNoBar),
    'consent.accepted.reviewing': both(1, seesQuestion),
    'consent.accepted.confirmed': both(1, (context) => seesAnswer(context, words.chosen.accepted)),
    'consent.declined.closed': both(0, seesNoBar),
    'consent.declined.reviewing': both(0, seesQuestion),
    'consent.declined.confirmed': both(0, (context) => seesAnswer(context, words.chosen.declined)),
    // The request of the page that is loaded again waits, so that the chart is seen before.
    async 'consent.withdrawn'(context) {
      await context.requests.pass(DOCUMENT);
      await waitUntilMounted(context.page);
      await both(0, seesNoBar)(context);
    },
  },
};
