import type { EdgePathOptions } from '#tests/support/edge-paths.ts';

const email = 'asha@acme.example';
const ticketEndsAt = Date.now() + 7_200_000;

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [
    { email: '', hasAcceptedTerms: false },
    { email, hasAcceptedTerms: false, resendAt: Date.now() },
    { email, hasAcceptedTerms: true, ticketEndsAt },
  ],
  events: [
    { type: 'email.changed', email },
    { type: 'email.changed', email: 'ravi@acme.example' },
    { type: 'code.requested' },
    { type: 'code.changed', code: '012345' },
    { type: 'code.submitted' },
    { type: 'resend.requested' },
    { type: 'terms.accepted' },
    { type: 'terms.declined' },
    { type: 'trial.started' },
    {
      type: 'xstate.done.actor.otp',
      output: { code: '012345', verified: { ok: true, ticketEndsAt } },
    },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
    { type: 'xstate.after.ticketLife.trial.open.address.verified' },
  ],
};
