import type { AnyEventObject } from 'xstate';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import type { SignUpDraft } from '#machines/rules/sign-up.ts';
import { verifyEmailAgain } from '#tests/support/browser/forms/verify-email-again.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import { openWithDraft } from '#tests/support/chart-paths/open-with-draft.ts';
import {
  button,
  completeWizard,
  confirmTicketEnd,
  heading,
} from '#tests/support/chart-paths/sign-up-page.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';

const endWizard = async (context: DriverContext, { output }: AnyEventObject): Promise<void> => {
  if (output.reason === 'finished') return completeWizard(context);
  if (output.reason === 'ticketEnded') {
    await context.page.clock.fastForward(TICKET_LIFETIME_MS);
    return confirmTicketEnd(context);
  }
  if (output.reason === 'failed') return context.send({ type: 'xstate.done.actor.wizard', output });
  // Back from About You opens the company step first.
  while (!(await heading(context, 'Sign up free to try now!').isVisible())) {
    const before = await context.page.getByRole('heading', { level: 1 }).innerText();
    await context.page.goBack();
    await heading(context, before).waitFor({ state: 'detached' });
  }
};

/** A visitor at `/#/checkout`, with the draft of an earlier visit. */
export const drivers: ChartDrivers = {
  intercepted: [],
  notices: signUpNotices,
  async start(context, input) {
    const { draft, isSignedIn } = input as { draft: SignUpDraft; isSignedIn: boolean };
    const { page, site } = context;
    if (isSignedIn)
      await page.context().addCookies([{ name: 'signed-in', value: '1', url: site.url }]);
    await openWithDraft(context, draft);
  },
  events: {
    'app.declined': (context) => button(context, 'Sign up another company').click(),
    'restart.requested': (context) => button(context, 'Start again').click(),
    async 'xstate.done.actor.emailVerification'(context) {
      const { page } = context;
      if (!(await page.getByText('Email verified').isVisible())) await verifyEmailAgain(context);
      await page.getByRole('checkbox', { name: /I agree/ }).check();
      await button(context, 'Start a free trial').click();
    },
    'xstate.error.actor.emailVerification': failChild(),
    'xstate.done.actor.wizard': endWizard,
    'xstate.error.actor.wizard': failChild(),
  },
  states: {
    'signUp.offeringApp': (context) => heading(context, 'You are already logged in').waitFor(),
    'signUp.emailVerification': (context) => heading(context, 'Sign up free to try now!').waitFor(),
    'signUp.wizard': ({ page }) =>
      page
        .getByText(/^Step \d of 3/)
        .first()
        .waitFor({ state: 'attached' }),
    'signUp.failed': (context) => heading(context, 'Something went wrong').waitFor(),
    'signUp.leaving': ({ page }) => page.waitForURL('**/app/jobs/new'),
  },
};
