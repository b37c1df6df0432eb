import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';

const email = 'asha@acme.example';
/** The same address as a phone's keyboard capitalizes it. It is sent in lower case. */
const typedEmail = 'Asha@Acme.example';
const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: false };

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ email: '' }, { email: typedEmail, resendAt: START_TIME_MS }],
  events: [
    { type: 'email.changed', email: typedEmail },
    { type: 'email.changed', email },
    { type: 'email.changed', email: 'ravi@acme.example' },
    { type: 'code.requested' },
    { type: 'xstate.done.actor.otp', output: { code: '012345', verified: { ok: true, signedIn } } },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
  ],
};
