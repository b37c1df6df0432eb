import { companyFieldsOf } from '#machines/rules/sign-up.ts';
import type { EdgePathOptions } from '#paths/path-options.ts';
import { email, fields } from '#paths/sign-up-sample.ts';

const typed = { email, company: companyFieldsOf(fields) };
const logo = new File(['bytes'], 'logo.png', { type: 'image/png' });

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [
    { ...typed, logo },
    { ...typed, companyId: 'c', logoAddress: '/logos/l.png' },
    { ...typed, companyId: 'c', userId: 'u', logo },
  ],
  events: [
    { type: 'xstate.done.actor.createCompany', output: { ok: true, companyId: 'c' } },
    { type: 'xstate.done.actor.createCompany', output: { ok: false, isTicketRejected: true } },
    { type: 'xstate.error.actor.createCompany' },
    { type: 'xstate.done.actor.uploadLogo', output: { ok: true, logoAddress: '/logos/l.png' } },
    { type: 'xstate.done.actor.uploadLogo', output: { ok: false, isTicketRejected: false } },
    { type: 'xstate.done.actor.uploadLogo', output: { ok: false, isTicketRejected: true } },
    { type: 'xstate.error.actor.uploadLogo' },
    { type: 'xstate.done.actor.createUser', output: { ok: true, userId: 'u' } },
    { type: 'xstate.done.actor.createUser', output: { ok: false, isTicketRejected: true } },
    { type: 'xstate.error.actor.createUser' },
    { type: 'xstate.done.actor.notifySales' },
    { type: 'xstate.error.actor.notifySales' },
  ],
};
