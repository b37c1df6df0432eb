import { PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';

/** Error of a name that a passkey can't have. */
export const passkeyNameInvalid = `Please enter a name of up to ${PASSKEY_NAME_LENGTH_MAX} visible characters.`;

/** Copy of the offer of a passkey. */
export const passkeyOfferContent = {
  heading: 'Log in faster next time',
  lead: 'With a passkey you log in by fingerprint, face or screen lock.\nThere is nothing to remember, and a fake page cannot use it.',
  name: 'Name of this passkey',
  nameHint: 'It helps you to tell your passkeys apart.',
  unnamed: passkeyNameInvalid,
  create: 'Create a passkey',
  decline: 'Not now',
} as const;
