// @module-tag further
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { buildSite } from '#build/commands/build.ts';
import { ROOT } from '#build/root.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/chart-paths/traverse-every-edge.ts';
import { drivers as checkoutScript, PAYMENT_KEY } from './checkout-script.ts';

/** A separate build, because the payment key is read at build time. */
const DIST = join(ROOT, '.cache', 'payment-site');

beforeAll(() => buildSite({ dist: DIST, env: { VITE_RAZORPAY_KEY: PAYMENT_KEY } }));
const journey = setUpSite({ dist: DIST });

traverseEveryEdge(() => journey.site, 'checkout-script', checkoutScript);
