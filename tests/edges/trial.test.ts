import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '#tests/support/browser/site.ts';
import { traverseEveryEdge } from '#tests/support/edges/traverse-every-edge.ts';
import { drivers as otp } from './otp.ts';
import { drivers as trial } from './trial.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

traverseEveryEdge(() => site, 'trial', trial);
traverseEveryEdge(() => site, 'otp', otp);
