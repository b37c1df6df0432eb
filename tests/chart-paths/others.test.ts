// @module-tag further
import { describe, test } from 'vitest';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { edgePaths } from '#paths/edge-paths.ts';
import { options as visitorOptions } from '#paths/options/visitors.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/chart-paths/traverse-every-edge.ts';
import { traverseInBrowser } from '#tests/support/chart-paths/traverse-in-browser.ts';
import { drivers as demoRequest } from './demo-request.ts';
import { drivers as session } from './session.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'session', session);
traverseEveryEdge(() => journey.site, 'demo-request', demoRequest);

// The campaign's form covers every edge. The demo page's form covers its own, smaller set.
describe('demo-request on its own page', () => {
  const inputs = [{ form: 'page', email: '' }];
  const paths = edgePaths(demoRequestMachine, { ...visitorOptions['demo-request'], inputs });
  test.each(paths.map((path, index) => [index + 1, path] as const))('path %i', async (_, path) => {
    await traverseInBrowser(journey.site, demoRequestMachine, path, demoRequest);
  });
});
