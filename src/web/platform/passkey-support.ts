/** Whether the browser has WebAuthn. Pages without a secure context have none. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Whether passkeys can wait in the autofill of a field (conditional mediation). */
export const hasPasskeyAutofill = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** Whether this device can keep passkeys and verify its user, by fingerprint, face or PIN. */
export const hasPlatformAuthenticator = async (): Promise<boolean> =>
  hasPasskeys() && PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
