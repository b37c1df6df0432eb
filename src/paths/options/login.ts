import type { AnyEventObject } from 'xstate';
import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';

const email = 'asha@acme.example';
/** The same address as a phone's keyboard capitalizes it. It is sent in lower case. */
const typedEmail = 'Asha@Acme.example';
const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: true };

export const PASSWORD = 'quiet lantern';
const WRONG_PASSWORD = 'wrong lantern';

/** Whether the account has this address and password. */
const isCorrect = (typed: { email: string; password: string }): boolean =>
  typed.email.toLowerCase() === email && typed.password === PASSWORD;

/** Whether an event logs in by code or passkey, which needs consent. */
const needsConsent = ({ type, output }: AnyEventObject): boolean =>
  type === 'xstate.done.actor.passkey' ||
  (type === 'xstate.done.actor.otp' && output.verified !== undefined);

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [
    { email: '', isSignedIn: true },
    { email: typedEmail, isSignedIn: false },
    { email: typedEmail, isSignedIn: false, resendAt: START_TIME_MS },
  ],
  events: [
    { type: 'app.declined' },
    { type: 'consent.given' },
    { type: 'consent.withdrawn' },
    { type: 'email.changed', email: typedEmail },
    { type: 'email.changed', email },
    { type: 'email.changed', email: 'ravi@acme.example' },
    { type: 'email.changed', email: '' },
    { type: 'password.changed', password: PASSWORD },
    { type: 'password.changed', password: WRONG_PASSWORD },
    { type: 'login.submitted' },
    { type: 'password.requested' },
    { type: 'code.requested' },
    { type: 'code.submitted' },
    { type: 'xstate.done.actor.logIn', output: { ok: true, signedIn } },
    { type: 'xstate.done.actor.logIn', output: { ok: false, isRateLimited: true } },
    { type: 'xstate.done.actor.logIn', output: { ok: false, isRateLimited: false } },
    { type: 'xstate.error.actor.logIn' },
    { type: 'passkey.requested' },
    { type: 'xstate.done.actor.passkey', output: { signedIn } },
    { type: 'xstate.error.actor.passkey' },
    { type: 'xstate.done.actor.otp', output: { code: '012345', verified: { ok: true, signedIn } } },
    { type: 'xstate.done.actor.otp', output: { code: '' } },
    { type: 'xstate.error.actor.otp' },
    { type: 'xstate.done.actor.completion', output: { isComplete: true } },
    { type: 'xstate.done.actor.completion', output: { isComplete: false } },
    { type: 'xstate.error.actor.completion' },
  ],
  // Without consent, Verify is disabled. The code mode has no password field.
  isPossible: (snapshot, event) => {
    const { type, output } = event;
    const isSubmitting = snapshot.matches({ open: { mode: { password: 'submitting' } } });
    // Typing during a login does not change the address and password that were sent.
    if (isSubmitting && type.endsWith('.changed'))
      return isCorrect({ ...snapshot.context, ...event }) === isCorrect(snapshot.context);
    if (type === 'password.changed') return !snapshot.matches({ open: { mode: 'code' } });
    if (type === 'xstate.done.actor.logIn' && !output.isRateLimited)
      return output.ok === isCorrect(snapshot.context);
    // Another login ends the ceremony. The generator does not know which children have ended.
    const isCompleting = snapshot.matches({ open: { mode: 'completing' } });
    const { isAtsEnabled: isLoggedIn, isByPasskey } = snapshot.context;
    if (type === 'passkey.requested') return !isSubmitting && !isCompleting;
    if (type === 'xstate.error.actor.passkey') return isCompleting && !isByPasskey;
    if (type === 'xstate.done.actor.passkey' && (isSubmitting || isCompleting)) return false;
    if (type === 'xstate.done.actor.passkey' && isLoggedIn && !isByPasskey) return false;
    return !needsConsent(event) || snapshot.matches({ open: { consent: 'given' } });
  },
};
