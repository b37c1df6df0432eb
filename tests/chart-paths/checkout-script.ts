import { expect } from 'vitest';
import { openWithNavigationState } from '#tests/support/browser/open-with-navigation-state.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { paymentNotices } from '#web/content/payment-notices.ts';

/** The payment key of the site under test. */
export const PAYMENT_KEY = 'rzp_test_walk';

const SCRIPT = /^\/v1\/checkout\.js$/;
/** A stub of the provider's script. */
const PROVIDER = `window.Razorpay = class {
  constructor({ key }) {
    if (key !== '${PAYMENT_KEY}') throw new Error('No key passed.');
  }
};`;

const seesPlan = async ({ page }: DriverContext): Promise<void> => {
  await page.getByText('You picked: Starter').waitFor();
};

const seesNotice = ({ page }: DriverContext, text: string): Promise<void> =>
  page.getByRole('alert').filter({ hasText: text }).first().waitFor();

const answerScript = async ({ requests }: DriverContext, body: string): Promise<void> => {
  const script = await requests.next(SCRIPT);
  await script.fulfill({ contentType: 'text/javascript', body });
};

const seesNothingLoaded = async ({ page }: DriverContext): Promise<void> => {
  await page.getByText('You picked: Quick Start').waitFor();
  expect(await page.locator('script[src*="razorpay"]').count()).toBe(0);
};

/** A visitor at `/#/checkout` with a chosen plan; payments are configured. */
export const drivers: ChartDrivers = {
  intercepted: [SCRIPT],
  notices: paymentNotices,
  async start(context, input) {
    const { isWanted } = input as { isWanted: boolean };
    await openWithNavigationState(context.page, '/checkout', {
      plan: isWanted ? 'Starter' : 'Quick Start',
    });
    // This path has no step, so no state assertion would run.
    if (!isWanted) await seesNothingLoaded(context);
  },
  events: {
    async 'xstate.done.actor.loadScript'(context, { output }) {
      if (!output.ok && output.notice === 'scriptNotLoaded') {
        await context.requests.cut(SCRIPT);
        await seesNotice(context, 'The payment script could not be loaded.');
        return;
      }
      await answerScript(context, output.ok ? PROVIDER : '');
      if (!output.ok) await seesNotice(context, 'Razorpay Instance in not ready');
    },
    async 'xstate.error.actor.loadScript'(context) {
      await answerScript(
        context,
        'window.Razorpay = class { constructor() { throw new Error(); } };',
      );
      await seesNotice(context, 'Unknown Error');
    },
  },
  states: {
    'checkoutScript.unused': seesNothingLoaded,
    'checkoutScript.loading': seesPlan,
    'checkoutScript.ready': seesPlan,
    // The sign-up continues without the script.
    async 'checkoutScript.failed'(context) {
      await seesPlan(context);
      await context.page.getByRole('button', { name: 'Send OTP' }).waitFor();
    },
  },
};
