import { expect } from 'vitest';
import { arriveWith } from '#tests/support/arrive-with.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { paymentNotices } from '#web/content/notices.ts';

/** The key that the site of these walks was built with. */
export const PAYMENT_KEY = 'rzp_test_walk';

const SCRIPT = /^\/v1\/checkout\.js$/;
/** What stands in for the provider. */
const PROVIDER = `window.Razorpay = class {
  constructor({ key }) {
    if (key !== '${PAYMENT_KEY}') throw new Error('No key passed.');
  }
};`;

const seesPlan = async ({ page }: Stage): Promise<void> => {
  await page.getByText('You picked: Starter').waitFor();
};

const seesNotice = ({ page }: Stage, text: string): Promise<void> =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();

const answerScript = async ({ wire }: Stage, body: string): Promise<void> => {
  const script = await wire.next(SCRIPT);
  await script.fulfill({ contentType: 'text/javascript', body });
};

const seesNothingLoaded = async ({ page }: Stage): Promise<void> => {
  await page.getByText('You picked: Quick Start').waitFor();
  expect(await page.locator('script[src*="razorpay"]').count()).toBe(0);
};

/** Somebody at `/#/checkout` who chose a plan, where payments are configured. */
export const drivers: ChartDrivers = {
  held: [SCRIPT],
  notices: paymentNotices,
  async start(stage, input) {
    const { isWanted } = input as { isWanted: boolean };
    await arriveWith(stage.page, '/checkout', { plan: isWanted ? 'Starter' : 'Quick Start' });
    // This way has no step after which it would be looked at.
    if (!isWanted) await seesNothingLoaded(stage);
  },
  events: {
    async 'xstate.done.actor.loadScript'(stage, { output }) {
      if (!output.ok && output.notice === 'scriptNotLoaded') {
        await stage.wire.cut(SCRIPT);
        await seesNotice(stage, 'The payment script could not be loaded.');
        return;
      }
      await answerScript(stage, output.ok ? PROVIDER : '');
      if (!output.ok) await seesNotice(stage, 'Razorpay Instance in not ready');
    },
    async 'xstate.error.actor.loadScript'(stage) {
      await answerScript(
        stage,
        'window.Razorpay = class { constructor() { throw new Error(); } };',
      );
      await seesNotice(stage, 'Unknown Error');
    },
  },
  states: {
    'checkoutScript.unused': seesNothingLoaded,
    'checkoutScript.loading': seesPlan,
    'checkoutScript.ready': seesPlan,
    // The sign-up goes on without it.
    async 'checkoutScript.failed'(stage) {
      await seesPlan(stage);
      await stage.page.getByRole('button', { name: 'Send OTP' }).waitFor();
    },
  },
};
