import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { EdgePathOptions } from '#paths/path-options.ts';
import { account, email, fields, ticketEndsAt } from '#paths/sign-up-sample.ts';

const image = new File(['bytes'], 'logo.png', { type: 'image/png' });
const text = new File(['bytes'], 'logo.txt', { type: 'text/plain' });
const state = { fields, password: '' };

/** An upload can fail only with a pending logo. */
const canEndWith = ({ context }: AnyMachineSnapshot, { output }: AnyEventObject): boolean =>
  output.isTicketRejected || output.logoAddress || context.logo !== undefined;

/** The events that this chart may receive, and its inputs. */
export const options: EdgePathOptions = {
  inputs: [
    { email, ticketEndsAt, state },
    { email, ticketEndsAt, state: { ...state, ...account, isAccepted: true } },
  ],
  events: [
    { type: 'back.requested' },
    { type: 'field.changed', fields: { website: 'not a website' } },
    { type: 'field.changed', fields: { website: 'acme.example' } },
    { type: 'logo.chosen', logo: { file: image, isDropped: false } },
    { type: 'logo.chosen', logo: { file: text, isDropped: true } },
    { type: 'company.submitted' },
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
      output: { ownerEmail: email, companyId: 'c', userId: 'u', isTicketRejected: false },
    },
    {
      type: 'xstate.done.actor.creation',
      output: { ownerEmail: email, logo: image, isTicketRejected: true },
    },
    { type: 'xstate.error.actor.creation' },
    { type: 'xstate.error.actor.history' },
    { type: 'xstate.after.ticketLife.companyStep.open' },
  ],
  isPossible: (snapshot, event) => {
    // A step without its history actor receives no `back.requested`.
    if (event.type === 'xstate.error.actor.history') return snapshot.matches({ open: 'creating' });
    return event.type !== 'xstate.done.actor.creation' || canEndWith(snapshot, event);
  },
};
