import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { EdgePathOptions } from '#paths/path-options.ts';
import { account, email, fields, ticketEndsAt } from '#paths/sign-up-sample.ts';

const image = new File(['bytes'], 'logo.png', { type: 'image/png' });
/** Long enough, but on the server's list of common passwords. */
const COMMON_PASSWORD = 'password1';
const state = { fields, password: '' };

const isSaving = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ open: { person: 'saving' } });

/** An upload can fail only with a pending logo. `common` is possible only for a common password. */
const canEndWith = ({ context }: AnyMachineSnapshot, { type, output }: AnyEventObject): boolean => {
  const isCommon = context.sentPassword === COMMON_PASSWORD;
  if (type === 'xstate.done.actor.creation')
    return output.isTicketRejected || output.logoAddress || context.logo !== undefined;
  if (output?.ok) return !isCommon;
  return output?.reason !== 'common' || isCommon;
};

/** The events that this chart may receive, and its inputs. */
export const options: EdgePathOptions = {
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
    { type: 'creation.retried' },
    { type: 'person.reviewed' },
    { type: 'person.submitted' },
    { type: 'xstate.done.actor.creation', output: { ...account, isTicketRejected: false } },
    {
      type: 'xstate.done.actor.creation',
      output: {
        ownerEmail: email,
        companyId: 'c',
        userId: 'u',
        logo: image,
        isTicketRejected: false,
      },
    },
    {
      type: 'xstate.done.actor.creation',
      output: { ownerEmail: email, logo: image, isTicketRejected: true },
    },
    { type: 'xstate.error.actor.creation' },
    { type: 'xstate.done.actor.completeUser', output: { ok: true } },
    { type: 'xstate.done.actor.completeUser', output: { ok: false, reason: 'signedOut' } },
    { type: 'xstate.done.actor.completeUser', output: { ok: false, reason: 'common' } },
    { type: 'xstate.done.actor.completeUser', output: { ok: false, reason: 'accepted' } },
    { type: 'xstate.done.actor.completeUser', output: { ok: false, reason: 'other' } },
    { type: 'xstate.error.actor.completeUser' },
    { type: 'xstate.error.actor.history' },
    { type: 'xstate.after.ticketLife.personStep.open' },
  ],
  isPossible: (snapshot, event) => {
    // Read-only fields.
    if (event.type === 'field.changed') return !snapshot.matches('readOnly');
    // A step without its history actor receives no `back.requested`.
    if (event.type === 'xstate.error.actor.history') return isSaving(snapshot);
    return !event.type.startsWith('xstate.done.') || canEndWith(snapshot, event);
  },
};
