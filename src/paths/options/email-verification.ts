import { HOUR_MS } from '#contract/durations.ts';
import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';

const email = 'asha@acme.example';
/** The same address as a phone's keyboard capitalizes it. It is sent in lower case. */
const typedEmail = 'Asha@Acme.example';
const ticketEndsAt = START_TIME_MS + 2 * HOUR_MS;

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [
    { email: typedEmail, hasAcceptedTerms: false, resendAt: START_TIME_MS },
    { email: '', hasAcceptedTerms: false },
    { email, hasAcceptedTerms: true, ticketEndsAt },
  ],
  events: [
    { type: 'email.changed', email: typedEmail },
    { type: 'email.changed', email },
    { type: 'email.changed', email: 'ravi@acme.example' },
    { type: 'email.changed', email: 'asha@gmail.com' },
    { type: 'code.requested' },
    { type: 'code.sent' },
    { type: 'terms.accepted' },
    { type: 'terms.declined' },
    { type: 'trial.started' },
    {
      type: 'xstate.done.actor.otp',
      output: { code: '012345', verified: { ok: true, ticketEndsAt } },
    },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
    { type: 'xstate.error.actor.mail' },
    { type: 'xstate.after.ticketLife.emailVerification.open.address.verified' },
  ],
  // A code is typed once it was sent, and an address that gets none is refused before.
  isPossible: (snapshot, { type, output }) =>
    type !== 'xstate.done.actor.otp' ||
    snapshot.matches({
      open: { address: { verifyingEmail: output.verified ? 'followed' : 'unfollowed' } },
    }),
};
