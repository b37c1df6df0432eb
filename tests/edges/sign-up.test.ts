import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '#tests/support/site.ts';
import { walkEveryEdge } from '#tests/support/walk-every-edge.ts';
import { drivers as companyCreation } from './company-creation.ts';
import { drivers as signUp } from './sign-up.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

walkEveryEdge(() => site, 'company-creation', companyCreation);
walkEveryEdge(() => site, 'sign-up', signUp);
