import type { EdgePathOptions } from '#tests/support/edge-paths.ts';
import { READ_AT_MS } from '#tests/support/read-at.ts';

const email = 'asha@acme.example';
/** The same, as a phone's keyboard begins it: what is stored and sent is in lower case. */
const typedEmail = 'Asha@Acme.example';
const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: false };

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [{ email: '' }, { email: typedEmail, resendAt: READ_AT_MS }],
  events: [
    { type: 'email.changed', email: typedEmail },
    { type: 'email.changed', email },
    { type: 'email.changed', email: 'ravi@acme.example' },
    { type: 'code.requested' },
    { type: 'code.changed', code: '012345' },
    { type: 'code.submitted' },
    { type: 'resend.requested' },
    { type: 'xstate.done.actor.otp', output: { code: '012345', verified: { ok: true, signedIn } } },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
  ],
};
