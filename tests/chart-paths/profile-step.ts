import type { StepInput } from '#machines/rules/sign-up.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import {
  button,
  displayName,
  heading,
  isBusy,
  isIdle,
  openStep,
  saysWhile,
} from '#tests/support/chart-paths/sign-up-page.ts';
import type { ChartDrivers } from '#tests/support/chart-paths/traverse-in-browser.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';

const DESCRIBE_COMPANY = /^\/v1\/company\/update$/;

/** A visitor at step 3. */
export const drivers: ChartDrivers = {
  intercepted: [DESCRIBE_COMPANY],
  notices: signUpNotices,
  start: (context, input) => openStep(context, 'allSet', input as StepInput),
  events: {
    'back.requested': async ({ page }) => void (await page.goBack()),
    'field.changed': (context, { fields }) => displayName(context).fill(fields.displayName),
    'profile.submitted': (context) => button(context, 'Done').click(),
    'xstate.done.actor.describeCompany': ({ requests }) => requests.pass(DESCRIBE_COMPANY),
    async 'xstate.error.actor.describeCompany'(context) {
      const { page, requests } = context;
      await page.context().setOffline(true);
      await requests.cut(DESCRIBE_COMPANY);
      await isIdle(context, 'Done');
      await page.context().setOffline(false);
    },
    'xstate.error.actor.history': failChild(),
  },
  states: {
    async 'profileStep.editing.neutral'(context) {
      await heading(context, 'You are all set!').waitFor();
      await displayName(context).and(context.page.locator(':not([aria-invalid])')).waitFor();
      await isIdle(context, 'Done');
    },
    'profileStep.editing.invalid': async (context) =>
      saysWhile(
        context,
        (await displayName(context).inputValue()).includes('\v'),
        'Please keep the name to one line',
      ),
    'profileStep.saving': (context) => isBusy(context, 'Done'),
    'profileStep.next': ({ page }) => page.waitForURL('**/app/jobs/new'),
    'profileStep.back': (context) => heading(context, 'About You').waitFor(),
  },
};
