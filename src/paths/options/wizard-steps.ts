import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { HOUR_MS } from '#contract/durations.ts';
import { companyFieldsOf, EMPTY_FIELDS, type SignUpFields } from '#machines/rules/sign-up.ts';
import { done, type EdgePathOptions, failed, plain, START_TIME_MS } from '../path-options.ts';

/** Values that the options of the sign-up's charts share. */
export const email = 'asha@acme.example';
export const ticketEndsAt = START_TIME_MS + 2 * HOUR_MS;
export const account = {
  ownerEmail: email,
  companyId: 'c',
  logoAddress: '/logos/l.png',
  userId: 'u',
};
export const fields: SignUpFields = {
  ...EMPTY_FIELDS,
  name: 'Acme',
  website: 'acme.example',
  departments: ['Sales'],
  locations: ['Delhi'],
  personName: 'Asha',
};

const logo = new File(['bytes'], 'logo.png', { type: 'image/png' });
const text = new File(['bytes'], 'logo.txt', { type: 'text/plain' });
const state = { fields, password: '' };
const ids = { ownerEmail: email, companyId: 'c', userId: 'u' };

/** An upload can fail only with a pending logo. */
const canBeCreated = ({ context }: AnyMachineSnapshot, { output }: AnyEventObject): boolean =>
  output.isTicketRejected || output.logoAddress || context.logo !== undefined;

const typed = { email, company: companyFieldsOf(fields) };

/** Long enough, but on the server's list of common passwords. */
const COMMON_PASSWORD = 'password1';

const isSaving = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ open: { person: 'saving' } });

/** `common` is possible only for a common password. */
const canComplete = ({ context }: AnyMachineSnapshot, { output }: AnyEventObject): boolean => {
  const isCommon = context.sentPassword === COMMON_PASSWORD;
  return output?.ok ? !isCommon : output?.reason !== 'common' || isCommon;
};

/** Events and inputs by chart name. */
export const options = {
  'company-step': {
    inputs: [
      { email, ticketEndsAt, state },
      { email, ticketEndsAt, state: { ...state, ...account, isAccepted: true } },
    ],
    events: [
      { type: 'back.requested' },
      { type: 'field.changed', fields: { website: 'not a website' } },
      { type: 'field.changed', fields: { website: 'acme.example' } },
      { type: 'logo.chosen', logo: { file: logo, isDropped: false } },
      { type: 'logo.chosen', logo: { file: text, isDropped: true } },
      { type: 'company.submitted' },
      done('creation', { ...account, isTicketRejected: false }),
      done('creation', { ...ids, logo, isTicketRejected: false }),
      done('creation', { ...ids, isTicketRejected: false }),
      done('creation', { ownerEmail: email, logo, isTicketRejected: true }),
      failed('creation'),
    ],
    isPossible: (snapshot, event) => {
      // A step without its history actor receives no `back.requested`.
      if (event.type === 'xstate.error.actor.history')
        return snapshot.matches({ open: 'creating' });
      return event.type !== 'xstate.done.actor.creation' || canBeCreated(snapshot, event);
    },
  },
  'account-creation': {
    inputs: [
      { ...typed, logo },
      { ...typed, companyId: 'c', logoAddress: '/logos/l.png' },
      { ...typed, companyId: 'c', userId: 'u', logo },
    ],
    events: [
      done('createCompany', { ok: true, companyId: 'c' }),
      done('createCompany', { ok: false, isTicketRejected: true }),
      done('uploadLogo', { ok: true, logoAddress: '/logos/l.png' }),
      done('uploadLogo', { ok: false, isTicketRejected: false }),
      done('uploadLogo', { ok: false, isTicketRejected: true }),
      done('createUser', { ok: true, userId: 'u' }),
      done('createUser', { ok: false, isTicketRejected: true }),
      done('notifySales'),
    ],
  },
  'person-step': {
    inputs: [
      { email, ticketEndsAt, state },
      {
        email,
        ticketEndsAt,
        state: { ...state, ownerEmail: email, companyId: 'c', logoAddress: '/logos/l.png' },
      },
      { email, ticketEndsAt, state: { ...state, ...account } },
      { email, ticketEndsAt, state: { ...state, ...account, isAccepted: true } },
    ],
    events: [
      { type: 'back.requested' },
      { type: 'field.changed', fields: { personName: 'Ravi' } },
      { type: 'field.changed', fields: { personName: '' } },
      { type: 'password.changed', password: 'short' },
      { type: 'password.changed', password: COMMON_PASSWORD },
      { type: 'password.changed', password: 'quiet lantern river' },
      ...plain('creation.retried', 'person.reviewed', 'person.submitted'),
      done('creation', { ...account, isTicketRejected: false }),
      done('creation', { ...ids, logo, isTicketRejected: false }),
      done('creation', { ownerEmail: email, logo, isTicketRejected: true }),
      done('completeUser', { ok: true }),
      done('completeUser', { ok: false, reason: 'signedOut' }),
      done('completeUser', { ok: false, reason: 'common' }),
      done('completeUser', { ok: false, reason: 'accepted' }),
      done('completeUser', { ok: false, reason: 'other' }),
      failed('completeUser'),
    ],
    isPossible: (snapshot, event) => {
      // Read-only fields.
      if (event.type === 'field.changed') return !snapshot.matches('readOnly');
      // A step without its history actor receives no `back.requested`.
      if (event.type === 'xstate.error.actor.history') return isSaving(snapshot);
      if (event.type === 'xstate.done.actor.creation') return canBeCreated(snapshot, event);
      return event.type !== 'xstate.done.actor.completeUser' || canComplete(snapshot, event);
    },
  },
  'profile-step': {
    inputs: [
      { email, ticketEndsAt, state: { fields, ...account, isAccepted: true, password: '' } },
    ],
    events: [
      { type: 'back.requested' },
      { type: 'field.changed', fields: { displayName: 'two\vlines' } },
      { type: 'field.changed', fields: { displayName: 'Acme' } },
      { type: 'profile.submitted' },
      done('describeCompany'),
      failed('describeCompany'),
    ],
    // A step without its history actor receives no `back.requested`.
    isPossible: (snapshot, { type }) =>
      type !== 'xstate.error.actor.history' || snapshot.matches('saving'),
  },
} satisfies Record<string, EdgePathOptions>;
