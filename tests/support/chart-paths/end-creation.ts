import type { AnyEventObject } from 'xstate';
import { endTickets } from '../browser/end-tickets.ts';
import { waitUntilNotBusy } from '../browser/wait-until-not-busy.ts';
import { confirmTicketEnd } from './sign-up-page.ts';
import type { DriverContext } from './traverse-in-browser.ts';

/** The calls of a company creation. */
export const CREATION = /^\/v1\/(?:company\/(?:create|logo|sendsalesemail)|user\/create)$/;
const CREATION_BUT_LOGO = /^\/v1\/(?:company\/(?:create|sendsalesemail)|user\/create)$/;
const LOGO = /^\/v1\/company\/logo$/;

/** Lets the server create the missing parts, fails the logo upload only, or ends the ticket. */
export const endCreation = async (
  context: DriverContext,
  { output }: AnyEventObject,
): Promise<void> => {
  const { site, requests, email } = context;
  if (output.isTicketRejected) {
    await endTickets(site, email);
    await requests.passAll(CREATION, waitUntilNotBusy(context));
    return confirmTicketEnd(context);
  }
  if (output.logoAddress) return requests.passAll(CREATION, waitUntilNotBusy(context));
  const failed = output.logo ? requests.cut(LOGO) : requests.refuse(LOGO, 'media_type_unsupported');
  await requests.passAll(
    CREATION_BUT_LOGO,
    failed.then(() => waitUntilNotBusy(context)),
  );
};
