import { done, type EdgePathOptions, plain, START_TIME_MS } from '../path-options.ts';

const credential = {
  id: 'c',
  rawId: 'c',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'j', authenticatorData: 'a', signature: 's', userHandle: 'u' },
};
const signedIn = { uuid: 'u', status: 'accepted', isAtsEnabled: true };

const able = {
  hasPasskeys: true,
  hasPlatformAuthenticator: true,
  suggestedName: 'Chrome on Linux',
};
const passkey = {
  id: '0d9c3f6a-8b1e-4f57-9c55-2f6a1b7e4d10',
  name: 'Chrome on Linux',
  createdAt: '2026-11-20T09:00:00.000Z',
  isBackedUp: false,
  endsWithReset: false,
};

const created = { ...passkey, id: 'p', createdAt: '2026-11-23T00:00:00.000Z' };

/** Events and inputs by chart name. */
export const options = {
  passkey: {
    events: [
      ...plain('consent.given', 'consent.withdrawn', 'passkey.requested', 'passkey.abandoned'),
      done('findSupport', { hasPasskeys: true, hasAutofill: true }),
      done('findSupport', { hasPasskeys: true, hasAutofill: false }),
      done('findSupport', { hasPasskeys: false, hasAutofill: false }),
      done('autofill', { ok: true, credential }),
      done('autofill', { ok: false, notice: 'passkeyCancelled' }),
      done('dialog', { ok: true, credential }),
      done('dialog', { ok: false, notice: 'passkeyCancelled' }),
      done('logInByPasskey', { ok: true, signedIn }),
      done('logInByPasskey', { ok: false, notice: 'passkeyUnknown' }),
      done('completion', { isComplete: true }),
      done('completion', { isComplete: false }),
    ],
    // The buttons are enabled with consent only.
    isPossible: (snapshot, { type }) =>
      !type.startsWith('passkey.') || snapshot.matches({ open: { consent: 'given' } }),
  },
  'passkey-registration': {
    inputs: [
      { isRequested: false, email: 'asha@acme.example' },
      { isRequested: true, email: 'asha@acme.example' },
    ],
    events: [
      { type: 'name.changed', name: 'Work laptop' },
      { type: 'name.changed', name: ' ' },
      ...plain('creation.submitted', 'creation.declined'),
      done('findSupport', able),
      done('findSupport', { ...able, hasPlatformAuthenticator: false }),
      done('findSupport', { ...able, answeredAt: START_TIME_MS }),
      done('createPasskey', { ok: true, passkey: created }),
      done('createPasskey', { ok: false, notice: 'creationCancelled' }),
      done('createPasskey', { ok: false, notice: 'forbidden' }),
      done('reauthentication', { loggedInAt: START_TIME_MS }),
      done('reauthentication', {}),
    ],
    // Nothing is shown before the offer.
    isPossible: (snapshot, { type }) =>
      type !== 'creation.declined' || !snapshot.matches('deciding'),
  },
  'passkey-list': {
    inputs: [
      { canAdd: true, email: 'asha@acme.example' },
      { canAdd: false, email: 'asha@acme.example' },
    ],
    events: [
      ...plain('list.requested', 'addition.requested'),
      { type: 'renaming.requested', id: passkey.id },
      { type: 'name.changed', name: 'Work laptop' },
      { type: 'name.changed', name: '' },
      { type: 'renaming.submitted' },
      { type: 'removal.requested', id: passkey.id },
      ...plain('removal.confirmed', 'change.cancelled'),
      done('fetchPasskeys', [passkey]),
      done('registration', { passkey }),
      done('registration', {}),
      done('renamePasskey', { ok: true }),
      done('renamePasskey', { ok: false, notice: 'forbidden' }),
      done('renamePasskey', { ok: false, notice: 'offline' }),
      done('renamePasskey', { ok: false, notice: 'gone' }),
      done('removePasskey', { ok: true }),
      done('removePasskey', { ok: false, notice: 'forbidden' }),
      done('removePasskey', { ok: false, notice: 'gone' }),
      done('removePasskey', { ok: false, notice: 'offline' }),
      done('reauthentication', { loggedInAt: START_TIME_MS }),
      done('reauthentication', {}),
    ],
  },
} satisfies Record<string, EdgePathOptions>;
