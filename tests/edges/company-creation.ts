import type { AnyEventObject } from 'xstate';
import type { CompanyFields } from '#contract/company.ts';
import { TICKET_LIFETIME_MS } from '#contract/limits.ts';
import type { Account } from '#contract/sign-up.ts';
import { endTickets } from '#tests/support/end-tickets.ts';
import { pngLogo } from '#tests/support/logo.ts';
import { openDraft } from '#tests/support/open-draft.ts';
import { next } from '#tests/support/sign-up-by-hand.ts';
import type { ChartDrivers, Stage } from '#tests/support/walk-browser.ts';
import { signUpNotices } from '#web/content/notices.ts';

const COMPANY = /^\/v1\/company\/create$/;
const LOGO = /^\/v1\/company\/logo$/;
const USER = /^\/v1\/user\/create$/;
const SALES = /^\/v1\/company\/sendsalesemail$/;

type Input = Account & { company: CompanyFields; logo?: File };

const retry = ({ page }: Stage) => page.getByRole('button', { name: 'Try again' });
const busy = ({ page }: Stage) => page.locator('main button[aria-busy]').waitFor();

const sendStepOne = async ({ page, visitor }: Stage): Promise<void> => {
  await page.locator('input[type=file]').setInputFiles(await pngLogo());
  await next(visitor);
};

/** The company and its user are made, the logo alone is not: its bytes are still there. */
const loseLogo = async (stage: Stage): Promise<void> => {
  const { page, wire } = stage;
  await sendStepOne(stage);
  await wire.pass(COMPANY);
  await wire.cut(LOGO);
  await wire.pass(USER);
  await wire.pass(SALES);
  await page.getByText('its logo was not stored').waitFor();
};

/** The real server answers; that the ticket is gone it says because it is. */
const answer =
  (path: RegExp) =>
  async ({ site, wire, email }: Stage, { output }: AnyEventObject): Promise<void> => {
    if (output?.isTicketLost) await endTickets(site, email);
    if (output?.isTicketLost === false) await wire.refuse(path, 'media_type_unsupported');
    else await wire.pass(path);
  };

const cut =
  (path: RegExp) =>
  ({ wire }: Stage): Promise<void> =>
    wire.cut(path);

/** Somebody at step 1, or at step 2 with a part of the account. */
export const drivers: ChartDrivers = {
  held: [COMPANY, LOGO, USER, SALES],
  notices: signUpNotices,
  async start(stage, input) {
    const { company, logo, companyId, logoAddress } = input as Input;
    const isMadeByApi = companyId !== undefined && !logo;
    await openDraft(stage, {
      email: stage.email,
      hasAcceptedTerms: true,
      fields: { ...company, personName: '', displayName: '', about: '' },
      ticketEndsAt: Date.now() + TICKET_LIFETIME_MS,
      step: isMadeByApi ? 'about' : 'company',
      ...(isMadeByApi ? { companyId, logoAddress } : {}),
    });
    if (companyId === undefined) return sendStepOne(stage);
    if (logo) await loseLogo(stage);
    await retry(stage).click();
  },
  events: {
    'xstate.done.actor.createCompany': answer(COMPANY),
    'xstate.error.actor.createCompany': cut(COMPANY),
    'xstate.done.actor.uploadLogo': answer(LOGO),
    'xstate.error.actor.uploadLogo': cut(LOGO),
    'xstate.done.actor.createUser': answer(USER),
    'xstate.error.actor.createUser': cut(USER),
    'xstate.done.actor.tellSales': answer(SALES),
    'xstate.error.actor.tellSales': cut(SALES),
  },
  states: {
    'companyCreation.creatingCompany': busy,
    'companyCreation.uploadingLogo': busy,
    'companyCreation.creatingUser': busy,
    'companyCreation.tellingSales': busy,
    async 'companyCreation.complete'(stage) {
      await stage.page.getByRole('heading', { name: 'About You' }).waitFor();
      await retry(stage).waitFor({ state: 'detached' });
      // Try again may have gone away under the focus.
      await stage.page.locator('main :focus').waitFor();
    },
    'companyCreation.ticketLost': ({ page }) => page.getByText('Please verify it again.').waitFor(),
    async 'companyCreation.incomplete'(stage) {
      await stage.page.getByText('Error creating company or user.').first().waitFor();
      await retry(stage).and(stage.page.locator(':not([aria-busy])')).waitFor();
    },
  },
};
