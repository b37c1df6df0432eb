import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '#tests/support/browser/site.ts';
import { traverseEveryEdge } from '#tests/support/edges/traverse-every-edge.ts';
import { drivers as aboutStep } from './about-step.ts';
import { drivers as allSetStep } from './all-set-step.ts';
import { drivers as companyCreation } from './company-creation.ts';
import { drivers as companyStep } from './company-step.ts';
import { drivers as signUp } from './sign-up.ts';
import { drivers as wizard } from './wizard.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

traverseEveryEdge(() => site, 'company-creation', companyCreation);
traverseEveryEdge(() => site, 'sign-up', signUp);
traverseEveryEdge(() => site, 'wizard', wizard);
traverseEveryEdge(() => site, 'company-step', companyStep);
traverseEveryEdge(() => site, 'about-step', aboutStep);
traverseEveryEdge(() => site, 'all-set-step', allSetStep);
