import type { AnyEventObject } from 'xstate';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import type { StepInput, WizardStep } from '#machines/rules/sign-up.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import {
  completeStep,
  confirmTicketEnd,
  heading,
  openStep,
} from '#tests/support/chart-paths/sign-up-page.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';

const endStep = async (context: DriverContext, { output }: AnyEventObject): Promise<void> => {
  if (output.reason === 'next') await completeStep(context);
  else if (output.reason === 'back') await context.page.goBack();
  else {
    await context.page.clock.fastForward(TICKET_LIFETIME_MS);
    await confirmTicketEnd(context);
  }
};

const atEmailForm = (context: DriverContext): Promise<void> =>
  heading(context, 'Sign up free to try now!').waitFor();

/** A visitor at one step of the wizard. */
export const drivers: ChartDrivers = {
  intercepted: [],
  notices: signUpNotices,
  start: (context, input) => {
    const { step, ticketEndsAt, state } = input as StepInput & { step: WizardStep };
    return openStep(context, step, { ticketEndsAt, state });
  },
  events: {
    'xstate.done.actor.companyStep': endStep,
    'xstate.error.actor.companyStep': failChild(),
    'xstate.done.actor.personStep': endStep,
    'xstate.error.actor.personStep': failChild(),
    'xstate.done.actor.profileStep': endStep,
    'xstate.error.actor.profileStep': failChild(),
  },
  states: {
    'wizard.company': (context) => heading(context, 'Tell us about your company').waitFor(),
    'wizard.about': (context) => heading(context, 'About You').waitFor(),
    'wizard.allSet': (context) => heading(context, 'You are all set!').waitFor(),
    'wizard.finished': ({ page }) => page.waitForURL('**/app/jobs/new'),
    'wizard.leftByBack': atEmailForm,
    'wizard.ticketEnded': atEmailForm,
    'wizard.failed': (context) => heading(context, 'Something went wrong').waitFor(),
  },
};
