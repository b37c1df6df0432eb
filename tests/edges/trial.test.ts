import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '#tests/support/site.ts';
import { walkEveryEdge } from '#tests/support/walk-every-edge.ts';
import { drivers as otp } from './otp.ts';
import { drivers as trial } from './trial.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

walkEveryEdge(() => site, 'trial', trial);
walkEveryEdge(() => site, 'otp', otp);
