import type { EdgePathOptions } from '#paths/path-options.ts';

const credential = {
  id: 'c',
  rawId: 'c',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'j', authenticatorData: 'a', signature: 's', userHandle: 'u' },
};
const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: true };

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ hasFailed: false }],
  events: [
    { type: 'consent.given' },
    { type: 'consent.withdrawn' },
    { type: 'passkey.requested' },
    { type: 'passkey.abandoned' },
    { type: 'xstate.done.actor.findSupport', output: { hasPasskeys: true, hasAutofill: true } },
    { type: 'xstate.done.actor.findSupport', output: { hasPasskeys: true, hasAutofill: false } },
    { type: 'xstate.done.actor.findSupport', output: { hasPasskeys: false, hasAutofill: false } },
    { type: 'xstate.done.actor.autofill', output: { ok: true, credential } },
    { type: 'xstate.done.actor.autofill', output: { ok: false, notice: 'passkeyCancelled' } },
    { type: 'xstate.done.actor.dialog', output: { ok: true, credential } },
    { type: 'xstate.done.actor.dialog', output: { ok: false, notice: 'passkeyCancelled' } },
    { type: 'xstate.done.actor.logInByPasskey', output: { ok: true, signedIn } },
    { type: 'xstate.done.actor.logInByPasskey', output: { ok: false, notice: 'passkeyUnknown' } },
  ],
  // The buttons are enabled with consent only.
  isPossible: (snapshot, { type }) =>
    !type.startsWith('passkey.') || snapshot.matches({ open: { consent: 'given' } }),
};
