import { afterEach, expect, test, vi } from 'vitest';
import {
  hasPasskeyAutofill,
  hasPasskeys,
  hasPlatformAuthenticator,
} from '#web/platform/passkey-support.ts';

afterEach(() => void vi.unstubAllGlobals());

const yes = async () => true;
const no = async () => false;

/** A browser with these functions of `PublicKeyCredential`; `undefined` is one without passkeys. */
const browse = (functions: object | undefined) =>
  vi.stubGlobal(
    'PublicKeyCredential',
    functions && Object.assign(class PublicKeyCredential {}, functions),
  );

test.each([
  ['without passkeys', undefined, [false, false, false]],
  [
    'that keeps them and has them in the autofill',
    { isConditionalMediationAvailable: yes, isUserVerifyingPlatformAuthenticatorAvailable: yes },
    [true, true, true],
  ],
  [
    'that knows the autofill, but has none',
    { isConditionalMediationAvailable: no, isUserVerifyingPlatformAuthenticatorAvailable: no },
    [true, false, false],
  ],
  [
    'from before the autofill',
    { isUserVerifyingPlatformAuthenticatorAvailable: yes },
    [true, false, true],
  ],
] as const)('a browser %s', async (_, functions, expected) => {
  browse(functions);
  expect([hasPasskeys(), await hasPasskeyAutofill(), await hasPlatformAuthenticator()]).toEqual(
    expected,
  );
});
