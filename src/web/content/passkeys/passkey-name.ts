import { PASSKEY_NAME_LENGTH_MAX } from '#contract/passkey.ts';

/** Error of a name that a passkey can't have. */
export const passkeyNameInvalid = `Please enter a name of up to ${PASSKEY_NAME_LENGTH_MAX} visible characters.`;
