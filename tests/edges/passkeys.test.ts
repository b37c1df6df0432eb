import { describe, expect, test } from 'vitest';
import { passkeyRegistrationMachine } from '#machines/passkey-registration.ts';
import { edgePaths } from '#paths/edge-paths.ts';
import { options } from '#paths/options/passkey-registration.ts';
import { driverErrors } from '#paths/run-path.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/edges/traverse-every-edge.ts';
import { traverseInBrowser } from '#tests/support/edges/traverse-in-browser.ts';
import { drivers as loginCode } from './login-code.ts';
import { drivers as loginCompletion } from './login-completion.ts';
import { drivers as passkey } from './passkey.ts';
import { drivers as registration } from './passkey-registration.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'login-code', loginCode);
traverseEveryEdge(() => journey.site, 'login-completion', loginCompletion);
traverseEveryEdge(() => journey.site, 'passkey', passkey);

// The login page offers a registration. The signed-in page, where it is requested, has its own paths.
describe('passkey-registration as an offer', () => {
  const inputs = [{ isRequested: false }];
  const paths = edgePaths(passkeyRegistrationMachine, { ...options, inputs });

  test('every event has a driver and every state without substates has a check', () => {
    expect(driverErrors(passkeyRegistrationMachine, paths, registration)).toEqual([]);
  });

  test.each(paths.map((path, index) => [index + 1, path] as const))('path %i', async (_, path) => {
    await traverseInBrowser(journey.site, passkeyRegistrationMachine, path, registration);
  });
});
