import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildSite } from '#build/build.ts';
import { ROOT } from '#build/root.ts';
import { openSite, type Site } from '#tests/support/site.ts';
import { walkEveryEdge } from '#tests/support/walk-every-edge.ts';
import { drivers as checkoutScript, PAYMENT_KEY } from './checkout-script.ts';

/** A build of its own, because the key is read when the site is built. */
const DIST = join(ROOT, '.cache', 'payment-site');

let site: Site;
beforeAll(async () => {
  await buildSite({ dist: DIST, env: { VITE_RAZORPAY_KEY: PAYMENT_KEY } });
  site = await openSite({ dist: DIST });
});
afterAll(() => site?.close());

walkEveryEdge(() => site, 'checkout-script', checkoutScript);
