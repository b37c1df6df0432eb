import { afterAll, beforeAll, describe, test } from 'vitest';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { options as demoOptions } from '#tests/charts/demo-request.ts';
import { edgePaths } from '#tests/support/edge-paths.ts';
import { openSite, type Site } from '#tests/support/site.ts';
import { walkInBrowser } from '#tests/support/walk-browser.ts';
import { walkEveryEdge } from '#tests/support/walk-every-edge.ts';
import { drivers as demoRequest } from './demo-request.ts';
import { drivers as session } from './session.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

walkEveryEdge(() => site, 'session', session);
walkEveryEdge(() => site, 'demo-request', demoRequest);

// The campaign's form has every edge; the page's own has fewer, and goes all of those too.
describe('demo-request on its own page', () => {
  const inputs = [{ form: 'page', email: '' }];
  const paths = edgePaths(demoRequestMachine, { ...demoOptions, inputs });
  test.each(paths.map((path, index) => [index + 1, path] as const))('way %i', async (_, path) => {
    await walkInBrowser(site, demoRequestMachine, path, demoRequest);
  });
});
