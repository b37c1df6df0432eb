import { randomUUID } from 'node:crypto';
import type { Browser } from '#server/auth/sessions/browsers.ts';

/** A browser without cookies, as `browserOf` describes it. */
export const newBrowser = (): Browser => ({
  name: 'Firefox on Linux',
  network: '203.0.113.7',
  devices: [randomUUID()],
  tokens: [],
  isKnownTo: () => false,
});
