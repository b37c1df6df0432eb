import type { EdgePathOptions } from '#tests/support/edge-paths.ts';
import { READ_AT_MS } from '#tests/support/read-at.ts';

const email = 'asha@acme.example';
/** The same, as a phone's keyboard begins it: what is stored and sent is in lower case. */
const typedEmail = 'Asha@Acme.example';
const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: true };

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [
    { email: '', isSignedIn: true },
    { email: typedEmail, isSignedIn: false },
    { email: typedEmail, isSignedIn: false, resendAt: READ_AT_MS },
  ],
  events: [
    { type: 'app.declined' },
    { type: 'consent.given' },
    { type: 'consent.withdrawn' },
    { type: 'email.changed', email: typedEmail },
    { type: 'email.changed', email },
    { type: 'email.changed', email: 'ravi@acme.example' },
    { type: 'email.changed', email: '' },
    { type: 'password.changed', password: 'quiet lantern' },
    { type: 'login.submitted' },
    { type: 'password.requested' },
    { type: 'code.requested' },
    { type: 'code.changed', code: '012345' },
    { type: 'code.submitted' },
    { type: 'resend.requested' },
    { type: 'xstate.done.actor.logIn', output: { ok: true, signedIn } },
    { type: 'xstate.done.actor.logIn', output: { ok: false, isClosed: true } },
    { type: 'xstate.done.actor.logIn', output: { ok: false, isClosed: false } },
    { type: 'xstate.error.actor.logIn' },
    { type: 'xstate.done.actor.otp', output: { code: '012345', verified: { ok: true, signedIn } } },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
    { type: 'xstate.done.actor.fetchUser', output: { uuid: 'u', status: 'accepted' } },
    { type: 'xstate.error.actor.fetchUser' },
  ],
  // Without consent, Verify is closed.
  isPossible: (snapshot, { type, output }) =>
    type !== 'xstate.done.actor.otp' ||
    !output.verified ||
    snapshot.matches({ open: { consent: 'given' } }),
};
