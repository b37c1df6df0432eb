import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import type { StepInput } from '#machines/rules/sign-up.ts';
import { submitStep } from '#tests/support/browser/forms/sign-up-form.ts';
import { CREATION, endCreation } from '#tests/support/chart-paths/end-creation.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import {
  confirmTicketEnd,
  heading,
  isBusy,
  isIdle,
  openStep,
  says,
  saysWhile,
  website,
} from '#tests/support/chart-paths/sign-up-page.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';

const drop = async (context: DriverContext, { name, type }: File): Promise<void> => {
  await context.page.locator('input[type=file]').evaluate(
    (area, dropped) => {
      const files = new DataTransfer();
      files.items.add(new File(['text'], dropped.name, { type: dropped.type }));
      area.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
    },
    { name, type },
  );
  await says(context, 'Please drop a JPEG or PNG image.');
};

const choose = async (context: DriverContext): Promise<void> => {
  const logo = await pngLogo();
  await context.page.locator('input[type=file]').setInputFiles(logo);
  await says(context, logo.name);
};

/** A visitor at step 1. */
export const drivers: ChartDrivers = {
  intercepted: [CREATION],
  notices: signUpNotices,
  start: (context, input) => openStep(context, 'company', input as StepInput),
  events: {
    'back.requested': async ({ page }) => void (await page.goBack()),
    'field.changed': (context, { fields }) => website(context).fill(fields.website),
    'logo.chosen': (context, { logo }) =>
      logo.isDropped ? drop(context, logo.file) : choose(context),
    'company.submitted': ({ visitor }) => submitStep(visitor),
    'xstate.done.actor.creation': endCreation,
    'xstate.error.actor.creation': failChild(CREATION),
    'xstate.error.actor.history': failChild(),
    async 'xstate.after.ticketLife.companyStep.open'(context) {
      await context.page.clock.fastForward(TICKET_LIFETIME_MS);
      await confirmTicketEnd(context);
    },
  },
  states: {
    async 'companyStep.open.editing.neutral'(context) {
      await heading(context, 'Tell us about your company').waitFor();
      await website(context).and(context.page.locator(':not([aria-invalid])')).waitFor();
      await isIdle(context, 'Next');
    },
    'companyStep.open.editing.invalid': async (context) =>
      saysWhile(
        context,
        (await website(context).inputValue()).includes(' '),
        'Please enter the address of a website',
      ),
    'companyStep.open.creating': (context) => isBusy(context, 'Next'),
    'companyStep.readOnly': async (context) => {
      await heading(context, 'Tell us about your company').waitFor();
      await website(context).and(context.page.locator('[readonly]')).waitFor();
    },
    'companyStep.next': (context) => heading(context, 'About You').waitFor(),
    'companyStep.back': (context) => heading(context, 'Sign up free to try now!').waitFor(),
    'companyStep.ticketEnded': (context) => heading(context, 'Sign up free to try now!').waitFor(),
  },
};
