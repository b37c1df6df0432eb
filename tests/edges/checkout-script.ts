import type { Dialog, Page } from 'playwright-core';
import { expect } from 'vitest';
import { arriveWith } from '#tests/support/arrive-with.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { paymentNotices } from '#web/content/notices.ts';

/** The key that the site of these walks was built with. */
export const PAYMENT_KEY = 'rzp_test_walk';

const SCRIPT = /^\/v1\/checkout\.js$/;
/** What stands in for the provider: its window asks, and breaks when it is sent away. */
const PROVIDER = `window.Razorpay = class {
  constructor(options) { this.options = options; }
  open() {
    const { key, name, description } = this.options;
    if (!confirm([key, name, description].join(', '))) throw new Error('The window broke.');
  }
};`;

/** The provider's window of each page that has one. */
const windows = new WeakMap<Page, Dialog>();

const takeWindow = (page: Page): Dialog => {
  const window = windows.get(page);
  if (!window) throw new Error("The provider's window is not there.");
  windows.delete(page);
  return window;
};

const seesPlan = async ({ page }: Stage): Promise<void> => {
  await page.getByText('Your plan: Starter').waitFor();
};

const seesNotice = ({ page }: Stage, text: string): Promise<void> =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();

const seesNothingLoaded = async ({ page }: Stage): Promise<void> => {
  await page.getByText('Your plan: Quick Start').waitFor();
  expect(await page.locator('script[src*="razorpay"]').count()).toBe(0);
};

/** Somebody at `/#/checkout` who chose a plan, where payments are configured. */
export const drivers: ChartDrivers = {
  held: [SCRIPT],
  notices: paymentNotices,
  async start(stage, input) {
    const { page } = stage;
    const { isWanted } = input as { isWanted: boolean };
    page.on('dialog', (dialog) => windows.set(page, dialog));
    await arriveWith(page, '/checkout', { plan: isWanted ? 'Starter' : 'Quick Start' });
    // This way has no step after which it would be looked at.
    if (!isWanted) await seesNothingLoaded(stage);
  },
  events: {
    // No view asks for a payment yet. Not awaited: the provider's window holds the page up.
    'payment.requested': async (stage, event) => {
      void stage.send(event);
      if (stage.upcoming[0]?.type.includes('loadScript'))
        await seesNotice(stage, 'Razorpay Instance in not ready');
    },
    async 'xstate.done.actor.loadScript'(stage, { output }) {
      if (!output.ok) {
        await stage.wire.cut(SCRIPT);
        await seesNotice(stage, 'The payment script could not be loaded.');
        return;
      }
      const script = await stage.wire.next(SCRIPT);
      await script.fulfill({ contentType: 'text/javascript', body: PROVIDER });
    },
    // Whatever the network does, loading answers: that it breaks is told to the chart.
    async 'xstate.error.actor.loadScript'(stage, event) {
      await stage.send({ error: 'broken', ...event });
      await seesNotice(stage, 'Unknown Error');
    },
    'xstate.done.actor.openPayment': ({ page }) => takeWindow(page).accept(),
    async 'xstate.error.actor.openPayment'(stage) {
      await takeWindow(stage.page).dismiss();
      await seesNotice(stage, 'Unknown Error');
    },
  },
  states: {
    'checkoutScript.unused': seesNothingLoaded,
    'checkoutScript.loading': seesPlan,
    'checkoutScript.ready': seesPlan,
    'checkoutScript.opening': ({ page }) =>
      expect.poll(() => windows.get(page)?.message()).toBe(`${PAYMENT_KEY}, Sitara, Starter`),
    // The sign-up goes on without it.
    async 'checkoutScript.failed'(stage) {
      await seesPlan(stage);
      await stage.page.getByRole('button', { name: 'Send OTP' }).waitFor();
    },
  },
};
