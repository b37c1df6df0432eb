import type { AnyEventObject } from 'xstate';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import type { AccountProgress, CompanyFields } from '#machines/rules/sign-up.ts';
import { EMPTY_FIELDS } from '#machines/rules/sign-up.ts';
import { endTickets } from '#tests/support/browser/end-tickets.ts';
import { submitStep } from '#tests/support/browser/forms/sign-up-form.ts';
import { openWithDraft } from '#tests/support/chart-paths/open-with-draft.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { pngLogo } from '#tests/support/server/images/png-logo.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';

const COMPANY = /^\/v1\/company\/create$/;
const LOGO = /^\/v1\/company\/logo$/;
const USER = /^\/v1\/user\/create$/;
const SALES = /^\/v1\/company\/sendsalesemail$/;

type Input = AccountProgress & { company: CompanyFields; logo?: File };

const retry = ({ page }: DriverContext) => page.getByRole('button', { name: 'Try again' });
const busy = ({ page }: DriverContext) => page.locator('main button[aria-busy]').waitFor();

const sendStepOne = async ({ page, visitor }: DriverContext): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles(await pngLogo());
  await submitStep(visitor);
};

/** Creates the company and its user, but fails the logo upload. The page keeps the file. */
const failLogoUpload = async (context: DriverContext): Promise<void> => {
  const { page, requests } = context;
  await sendStepOne(context);
  await requests.pass(COMPANY);
  await requests.cut(LOGO);
  await requests.pass(USER);
  await requests.pass(SALES);
  await page.getByText('its logo was not stored').waitFor();
};

/** Lets the real server respond. Ends the ticket first if the server is to reject it. */
const answer =
  (path: RegExp) =>
  async ({ site, requests, email }: DriverContext, { output }: AnyEventObject): Promise<void> => {
    if (output?.isTicketRejected) await endTickets(site, email);
    if (output?.isTicketRejected === false) await requests.refuse(path, 'media_type_unsupported');
    else await requests.pass(path);
  };

const cut =
  (path: RegExp) =>
  ({ requests }: DriverContext): Promise<void> =>
    requests.cut(path);

/** A visitor at step 1, or at step 2 with an incomplete account. */
export const drivers: ChartDrivers = {
  intercepted: [COMPANY, LOGO, USER, SALES],
  notices: signUpNotices,
  async start(context, input) {
    const { company, logo, companyId, logoAddress } = input as Input;
    const isCreatedByApi = companyId !== undefined && !logo;
    await openWithDraft(context, {
      email: context.email,
      hasAcceptedTerms: true,
      fields: { ...EMPTY_FIELDS, ...company },
      ticketEndsAt: Date.now() + TICKET_LIFETIME_MS,
      step: isCreatedByApi ? 'about' : 'company',
      ...(isCreatedByApi ? { companyId, logoAddress } : {}),
    });
    if (companyId === undefined) return sendStepOne(context);
    if (logo) await failLogoUpload(context);
    await retry(context).click();
  },
  events: {
    'xstate.done.actor.createCompany': answer(COMPANY),
    'xstate.error.actor.createCompany': cut(COMPANY),
    'xstate.done.actor.uploadLogo': answer(LOGO),
    'xstate.error.actor.uploadLogo': cut(LOGO),
    'xstate.done.actor.createUser': answer(USER),
    'xstate.error.actor.createUser': cut(USER),
    'xstate.done.actor.notifySales': answer(SALES),
    'xstate.error.actor.notifySales': cut(SALES),
  },
  states: {
    'accountCreation.creatingCompany': busy,
    'accountCreation.uploadingLogo': busy,
    'accountCreation.creatingUser': busy,
    'accountCreation.notifyingSales': busy,
    async 'accountCreation.complete'(context) {
      await context.page.getByRole('heading', { name: 'About You' }).waitFor();
      await retry(context).waitFor({ state: 'detached' });
      // The focused retry button may have been removed.
      await context.page.locator('main :focus').waitFor();
    },
    'accountCreation.ticketRejected': ({ page }) =>
      page.getByText('Please verify it again.').waitFor(),
    async 'accountCreation.incomplete'(context) {
      await retry(context).and(context.page.locator(':not([aria-busy])')).waitFor();
    },
  },
};
