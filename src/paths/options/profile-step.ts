import type { EdgePathOptions } from '#paths/path-options.ts';
import { account, email, fields, ticketEndsAt } from '#paths/sign-up-sample.ts';

/** The events that this chart may receive, and its inputs. */
export const options: EdgePathOptions = {
  inputs: [{ email, ticketEndsAt, state: { fields, ...account, isAccepted: true, password: '' } }],
  events: [
    { type: 'back.requested' },
    { type: 'field.changed', fields: { displayName: 'two\vlines' } },
    { type: 'field.changed', fields: { displayName: 'Acme' } },
    { type: 'profile.submitted' },
    { type: 'xstate.done.actor.describeCompany' },
    { type: 'xstate.error.actor.describeCompany' },
    { type: 'xstate.error.actor.history' },
  ],
  // A step without its history actor receives no `back.requested`.
  isPossible: (snapshot, { type }) =>
    type !== 'xstate.error.actor.history' || snapshot.matches('saving'),
};
