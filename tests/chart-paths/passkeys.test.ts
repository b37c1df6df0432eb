// @module-tag further
import { describe, test } from 'vitest';
import { passkeyRegistrationMachine } from '#machines/passkey-registration.ts';
import { edgePaths } from '#paths/edge-paths.ts';
import { options } from '#paths/options/passkeys.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/chart-paths/traverse-every-edge.ts';
import { traverseInBrowser } from '#tests/support/chart-paths/traverse-in-browser.ts';
import { drivers as loginCompletion } from './login-completion.ts';
import { drivers as passkey } from './passkey.ts';
import { drivers as registration } from './passkey-registration.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'login-completion', loginCompletion);
traverseEveryEdge(() => journey.site, 'passkey', passkey);
traverseEveryEdge(() => journey.site, 'passkey-registration', registration);

// An edge counts once, from either input. The signed-in page has every edge that it can take too.
describe('passkey-registration on request', () => {
  const inputs = [{ isRequested: true, email: 'asha@acme.example' }];
  const paths = edgePaths(passkeyRegistrationMachine, {
    ...options['passkey-registration'],
    inputs,
  });

  test.each(paths.map((path, index) => [index + 1, path] as const))('path %i', async (_, path) => {
    await traverseInBrowser(journey.site, passkeyRegistrationMachine, path, registration);
  });
});
