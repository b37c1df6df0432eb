import type { AnyEventObject } from 'xstate';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import type { StepInput } from '#machines/rules/sign-up.ts';
import { endSessions } from '#tests/support/browser/end-sessions.ts';
import { refill } from '#tests/support/browser/forms/refill.ts';
import { submitStep } from '#tests/support/browser/forms/sign-up-form.ts';
import { waitUntilNotBusy } from '#tests/support/browser/wait-until-not-busy.ts';
import { CREATION, endCreation } from '#tests/support/chart-paths/end-creation.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import {
  button,
  confirmTicketEnd,
  heading,
  isBusy,
  isIdle,
  openStep,
  password,
  says,
} from '#tests/support/chart-paths/sign-up-page.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';

const COMPLETE_USER = /^\/v1\/user\/update$/;
const UNEXPECTED = 'Something went wrong. Please try again.';
const NOTICE_TEXTS: Record<string, string> = {
  accepted: 'Use the password that was set first.',
  signedOut: 'Login failed. Please check default credentials.',
  other: UNEXPECTED,
};

const endSaving = async (context: DriverContext, { output }: AnyEventObject): Promise<void> => {
  const { site, requests, email } = context;
  if (output.reason === 'signedOut') await endSessions(site, email);
  // Simulates another tab that completed the account.
  if (output.reason === 'accepted')
    await site.db
      .updateTable('users')
      .set({ status: 'accepted' })
      .where('email', '=', email)
      .execute();
  if (output.reason === 'other') await requests.refuse(COMPLETE_USER, 'internal');
  else await requests.passAll(COMPLETE_USER, waitUntilNotBusy(context));
  const noticeText = output.ok ? 'Password updated successfully!' : NOTICE_TEXTS[output.reason];
  if (noticeText) await says(context, noticeText);
};

/** A visitor at step 2. */
export const drivers: ChartDrivers = {
  intercepted: [CREATION, COMPLETE_USER],
  notices: signUpNotices,
  start: (context, input) => openStep(context, 'about', input as StepInput),
  events: {
    'back.requested': async ({ page }) => void (await page.goBack()),
    'field.changed': (context, { fields }) =>
      context.page.getByLabel('Your name').fill(fields.personName),
    'password.changed': (context, event) => refill(password(context), event['password']),
    'creation.retried': (context) => button(context, 'Try again').click(),
    async 'person.reviewed'(context) {
      await password(context).focus();
      await context.page.getByLabel('Your name').focus();
    },
    'person.submitted': ({ visitor }) => submitStep(visitor),
    'xstate.done.actor.creation': endCreation,
    'xstate.error.actor.creation': failChild(CREATION),
    'xstate.done.actor.completeUser': endSaving,
    async 'xstate.error.actor.completeUser'(context, event) {
      await failChild(COMPLETE_USER)(context, event);
      await says(context, UNEXPECTED);
    },
    async 'xstate.error.actor.history'(context, event) {
      await failChild()(context, event);
      await says(context, UNEXPECTED);
    },
    async 'xstate.after.ticketLife.personStep.open'(context) {
      await context.page.clock.fastForward(TICKET_LIFETIME_MS);
      await confirmTicketEnd(context);
    },
  },
  states: {
    'personStep.open.account.complete': (context) =>
      button(context, 'Try again').waitFor({ state: 'detached' }),
    'personStep.open.account.incomplete': (context) => isIdle(context, 'Try again'),
    'personStep.open.account.retrying': (context) => isBusy(context, 'Try again'),
    async 'personStep.open.person.editing.neutral'(context) {
      await heading(context, 'About You').waitFor();
      await password(context).and(context.page.locator(':not([aria-invalid])')).waitFor();
      await isIdle(context, 'Next');
    },
    'personStep.open.person.editing.invalid': ({ page }) =>
      page.locator('[aria-invalid="true"]').waitFor(),
    'personStep.open.person.editing.passwordMissing': async (context) => {
      await context.page.getByText('Please enter a password.').waitFor();
      await context.page.getByLabel('Your name').and(context.page.locator(':focus')).waitFor();
    },
    'personStep.open.person.editing.common': ({ page }) =>
      page.getByText('one of the first that attackers try').waitFor(),
    'personStep.open.person.saving': (context) => isBusy(context, 'Next'),
    'personStep.readOnly': async (context) => {
      await heading(context, 'About You').waitFor();
      await says(context, 'can no longer be changed');
      await password(context).waitFor({ state: 'detached' });
    },
    'personStep.next': (context) => heading(context, 'You are all set!').waitFor(),
    'personStep.back': (context) => heading(context, 'Tell us about your company').waitFor(),
    'personStep.ticketEnded': (context) => heading(context, 'Sign up free to try now!').waitFor(),
  },
};
