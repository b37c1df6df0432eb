import { passkeyNameInvalid } from './passkey.ts';

/** Copy of the passkeys on the signed-in page. */
export const passkeyListContent = {
  heading: 'Passkeys',
  lead: 'Log in with your fingerprint, your face or your screen lock. There is nothing to type, and no other site can ask for it.',
  none: 'You have no passkey yet.',
  loading: 'Loading …',
  unavailable: 'Your passkeys could not be loaded.',
  retry: 'Try again',
  add: 'Add a passkey',
  create: 'Create a passkey',
  cancel: 'Cancel',
  rename: 'Rename',
  remove: 'Remove',
  keep: 'Keep it',
  save: 'Save',
  name: 'Name',
  newName: 'Name of the new passkey',
  nameInvalid: passkeyNameInvalid,
  created: 'Created',
  lastUsed: 'last used',
  neverUsed: 'not used yet',
  synced: 'synced',
  /** Before and after the name. */
  confirmRemoval: ['Remove “', '”? It will no longer log you in. Delete it on your device too.'],
  /** Where a new password is set. */
  reset: {
    heading: 'Passkeys of this account',
    lead: 'A new password does not end them. Remove any that you do not recognise.',
    endsWithReset: 'The new password removes this one: the old one was enough to add it.',
    noneLeft: 'No passkey is left.',
  },
  unsupported: 'This browser has no passkeys, so you can’t add one here.',
} as const;
