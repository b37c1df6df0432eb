import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { retype } from '#tests/support/retype.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { demoNotices } from '#web/content/notices.ts';

const REQUEST_DEMO = /^\/v1\/company\/earlyaccess$/;
const LABELS = {
  name: 'Full name',
  email: 'Work email',
  organization: 'Company',
  phone: 'Work phone number',
  message: 'Additional information',
} as const;

const submit = ({ page }: Stage) => page.getByRole('button', { name: 'Request a demo' });
const quiet = (stage: Stage) => submit(stage).and(stage.page.locator(':not([aria-busy])'));
const fieldOf = ({ page }: Stage, field: keyof typeof LABELS) => page.getByLabel(LABELS[field]);

/** Somebody at `/#/demo`, or in the dialog of `/#/campaign`. */
export const drivers: ChartDrivers = {
  held: [REQUEST_DEMO],
  notices: demoNotices,
  async start({ page }, input) {
    const { form } = input as { form: 'page' | 'campaign' };
    await page.goto(form === 'page' ? '/#/demo' : '/#/campaign');
    if (form === 'campaign')
      await page.getByRole('button', { name: 'Book a demo' }).first().click();
    await page.getByLabel('Full name').waitFor();
  },
  events: {
    async 'field.changed'(stage, { field, value }: AnyEventObject) {
      await retype(fieldOf(stage, field), field === 'email' ? stage.email : value);
    },
    'request.submitted': (stage) => submit(stage).click(),
    async 'xstate.done.actor.sendRequest'({ page, site, wire, email }) {
      await wire.pass(REQUEST_DEMO);
      await page.waitForURL(/#\/thankyou/);
      await site.db
        .selectFrom('leads')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
    },
    async 'xstate.error.actor.sendRequest'(stage) {
      const { page, wire, email } = stage;
      await wire.cut(REQUEST_DEMO);
      await page
        .getByRole('alertdialog', { name: 'Something went wrong, please try again later' })
        .getByRole('button', { name: 'OK' })
        .click();
      expect(await fieldOf(stage, 'email').inputValue()).toBe(email);
    },
  },
  states: {
    'demoRequest.idle.neutral': async (stage) => {
      await quiet(stage).waitFor();
      await stage.page.getByText('Please enter a valid number.').waitFor({ state: 'detached' });
    },
    'demoRequest.idle.faulty': ({ page }) =>
      page.getByText('Please enter a valid number.').waitFor(),
    // What is still wrong stays told, until it is right.
    'demoRequest.idle.mending': async ({ page }) => {
      await page.getByText('Please enter your company.').waitFor({ state: 'detached' });
    },
    'demoRequest.submitting': (stage) =>
      submit(stage).and(stage.page.locator('[aria-busy]')).waitFor(),
    'demoRequest.succeeded': ({ page }) =>
      page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor(),
  },
};
