import type { AnyEventObject } from 'xstate';
import { done, type EdgePathOptions, failed, plain, START_TIME_MS } from '../path-options.ts';

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
  type === 'passkey.verified' ||
  (type === 'xstate.done.actor.otp' && output.verified !== undefined);

/** Long enough, but on the server's list of common passwords. */
const COMMON_PASSWORD = 'password1';

/** Events and inputs by chart name. */
export const options = {
  login: {
    inputs: [
      { email: '', isSignedIn: true },
      { email: typedEmail, isSignedIn: false },
      { email: typedEmail, isSignedIn: false, resendAt: START_TIME_MS },
    ],
    events: [
      ...plain('app.declined', 'consent.given', 'consent.withdrawn'),
      { type: 'email.changed', email: typedEmail },
      { type: 'email.changed', email },
      { type: 'email.changed', email: 'ravi@acme.example' },
      { type: 'email.changed', email: '' },
      { type: 'password.changed', password: PASSWORD },
      { type: 'password.changed', password: WRONG_PASSWORD },
      ...plain('login.submitted', 'password.requested', 'code.requested', 'code.submitted'),
      done('logIn', { ok: true, signedIn }),
      done('logIn', { ok: false, isRateLimited: true }),
      done('logIn', { ok: false, isRateLimited: false }),
      ...plain('passkey.requested', 'passkey.verified', 'passkey.released'),
      done('passkey'),
      failed('passkey'),
      done('otp', { code: '012345', verified: { ok: true, signedIn } }),
      done('otp', { code: '' }),
      done('completion', { isComplete: true }),
      done('completion', { isComplete: false }),
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
      if (type === 'passkey.requested') return !isSubmitting && !isCompleting;
      if (type === 'xstate.error.actor.passkey') return isCompleting;
      const isLoggedIn = snapshot.context.isAtsEnabled || isSubmitting || isCompleting;
      if (type === 'passkey.verified' && isLoggedIn) return false;
      // Only a verified passkey completes its login. A code that is checked meanwhile is a race of two answers.
      const isVerified = snapshot.matches({ open: { passkey: 'verified' } });
      if (type === 'xstate.done.actor.passkey') return isVerified;
      if (type === 'xstate.done.actor.otp' && isVerified) return false;
      return !needsConsent(event) || snapshot.matches({ open: { consent: 'given' } });
    },
  },
  'login-completion': {
    inputs: [
      { isAtsEnabled: false, isByPasskey: false },
      { isAtsEnabled: false, isByPasskey: true },
    ],
    events: [
      done('fetchUser', { uuid: 'u', status: 'accepted', email: email }),
      done('registration', {}),
    ],
  },
  'forgot-password': {
    inputs: [{ email: '' }, { email: typedEmail, resendAt: START_TIME_MS }],
    events: [
      { type: 'email.changed', email: typedEmail },
      { type: 'email.changed', email },
      { type: 'email.changed', email: 'ravi@acme.example' },
      { type: 'code.requested' },
      done('otp', {
        code: '012345',
        verified: { ok: true, signedIn: { ...signedIn, isAtsEnabled: false } },
      }),
      done('otp', { code: '' }),
    ],
  },
  'reset-password': {
    inputs: [{ uuid: 'u' }, {}],
    events: [
      { type: 'password.changed', password: 'short' },
      { type: 'password.changed', password: 'quiet lantern' },
      { type: 'password.changed', password: COMMON_PASSWORD },
      { type: 'confirmation.changed', confirmation: 'short' },
      { type: 'confirmation.changed', confirmation: 'quiet lantern' },
      { type: 'confirmation.changed', confirmation: COMMON_PASSWORD },
      { type: 'password.submitted' },
      done('changePassword', { ok: true, isAtsEnabled: true }),
      done('changePassword', { ok: false, reason: 'refused' }),
      done('changePassword', { ok: false, reason: 'stale' }),
    ],
    isPossible: ({ context }, { output }) => {
      if (output === undefined || output.reason === 'stale') return true;
      return (output.reason === 'refused') === (context.sentPassword === COMMON_PASSWORD);
    },
  },
  'browser-link': {
    inputs: [{ token: undefined }, { token: 'a token' }],
    events: [
      { type: 'link.requested', email: email },
      { type: 'link.requested', email: '' },
      { type: 'recognition.repeated' },
      done('sendLink', { ok: true }),
      done('sendLink', { ok: false }),
      done('knowBrowser', { ok: true }),
      done('knowBrowser', { ok: false }),
    ],
  },
} satisfies Record<string, EdgePathOptions>;
