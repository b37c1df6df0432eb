import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { refill } from '#tests/support/browser/forms/refill.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { demoNotices } from '#web/content/demo.ts';

const REQUEST_DEMO = /^\/v1\/company\/earlyaccess$/;
const LABELS = {
  name: 'Full name',
  email: 'Work email',
  organization: 'Company',
  phone: 'Work phone number',
  message: 'Additional information (optional)',
} as const;

const submit = ({ page }: DriverContext) => page.getByRole('button', { name: 'Request a demo' });
const idleSubmit = (context: DriverContext) =>
  submit(context).and(context.page.locator(':not([aria-busy])'));
const fieldOf = ({ page }: DriverContext, field: keyof typeof LABELS) =>
  page.getByLabel(LABELS[field]);

/** A visitor at `/#/demo`, or in the dialog of `/#/campaign`. */
export const drivers: ChartDrivers = {
  intercepted: [REQUEST_DEMO],
  notices: demoNotices,
  async start({ page }, input) {
    const { form } = input as { form: 'page' | 'campaign' };
    await page.goto(form === 'page' ? '/#/demo' : '/#/campaign');
    if (form === 'campaign')
      await page.getByRole('button', { name: 'Book a demo' }).first().click();
    await page.getByLabel('Full name').waitFor();
  },
  events: {
    async 'field.changed'(context, { field, value }: AnyEventObject) {
      await refill(fieldOf(context, field), field === 'email' ? context.email : value);
    },
    'request.submitted': (context) => submit(context).click(),
    async 'xstate.done.actor.sendRequest'({ page, site, requests, email }) {
      await requests.pass(REQUEST_DEMO);
      await page.waitForURL(/#\/thankyou/);
      await site.db
        .selectFrom('leads')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
    },
    async 'xstate.error.actor.sendRequest'(context) {
      const { page, requests, email } = context;
      await requests.cut(REQUEST_DEMO);
      await page
        .getByRole('alertdialog', { name: 'Something went wrong, please try again later' })
        .getByRole('button', { name: 'OK' })
        .click();
      expect(await fieldOf(context, 'email').inputValue()).toBe(email);
    },
  },
  states: {
    'demoRequest.idle.neutral': async (context) => {
      await idleSubmit(context).waitFor();
      await context.page.getByText('Please enter a valid number.').waitFor({ state: 'detached' });
    },
    'demoRequest.idle.invalid': ({ page }) =>
      page.getByText('Please enter a valid number.').waitFor(),
    // An error disappears when its field becomes valid.
    'demoRequest.idle.correcting': async ({ page }) => {
      await page.getByText('Please enter your company.').waitFor({ state: 'detached' });
    },
    'demoRequest.submitting': (context) =>
      submit(context).and(context.page.locator('[aria-busy]')).waitFor(),
    'demoRequest.succeeded': ({ page }) =>
      page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor(),
  },
};
