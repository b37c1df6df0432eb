import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildSite } from '#build/commands/build.ts';
import { ROOT } from '#build/root.ts';
import { openSite, type Site } from '#tests/support/browser/site.ts';
import { traverseEveryEdge } from '#tests/support/edges/traverse-every-edge.ts';
import { drivers as checkoutScript, PAYMENT_KEY } from './checkout-script.ts';

/** A separate build, because the payment key is read at build time. */
const DIST = join(ROOT, '.cache', 'payment-site');

let site: Site;
beforeAll(async () => {
  await buildSite({ dist: DIST, env: { VITE_RAZORPAY_KEY: PAYMENT_KEY } });
  site = await openSite({ dist: DIST });
});
afterAll(() => site?.close());

traverseEveryEdge(() => site, 'checkout-script', checkoutScript);
