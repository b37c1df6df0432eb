import type { EdgePathOptions } from '#paths/path-options.ts';
import { account, email, fields, ticketEndsAt } from '#paths/sign-up-sample.ts';

const state = { fields, password: '' };
const created = { ...state, ...account };
const done = (id: string, reason: string, state: object) => ({
  type: `xstate.done.actor.${id}`,
  output: { reason, state },
});

/** The events that this chart may receive, and its inputs. */
export const options: EdgePathOptions = {
  inputs: [
    { email, ticketEndsAt, state, step: 'company' },
    { email, ticketEndsAt, state: created, step: 'about' },
    { email, ticketEndsAt, state: { ...created, isAccepted: true }, step: 'allSet' },
  ],
  events: [
    done('companyStep', 'next', created),
    done('companyStep', 'back', state),
    done('companyStep', 'ticketEnded', state),
    { type: 'xstate.error.actor.companyStep' },
    done('personStep', 'next', { ...created, isAccepted: true }),
    done('personStep', 'back', created),
    done('personStep', 'ticketEnded', created),
    { type: 'xstate.error.actor.personStep' },
    done('profileStep', 'next', { ...created, isAccepted: true }),
    done('profileStep', 'back', { ...created, isAccepted: true }),
    { type: 'xstate.error.actor.profileStep' },
  ],
  // An accepted account has no ticket that could expire, and its step 2 keeps it accepted.
  isPossible: ({ context }, { type, output }) => {
    if (output?.reason === 'ticketEnded') return context.state.isAccepted !== true;
    if (type === 'xstate.done.actor.personStep' && output.reason === 'back')
      return context.state.isAccepted !== true;
    return true;
  },
};
