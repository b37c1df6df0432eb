import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/edges/traverse-every-edge.ts';
import { drivers as aboutStep } from './about-step.ts';
import { drivers as allSetStep } from './all-set-step.ts';
import { drivers as companyCreation } from './company-creation.ts';
import { drivers as companyStep } from './company-step.ts';
import { drivers as signUp } from './sign-up.ts';
import { drivers as wizard } from './wizard.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'company-creation', companyCreation);
traverseEveryEdge(() => journey.site, 'sign-up', signUp);
traverseEveryEdge(() => journey.site, 'wizard', wizard);
traverseEveryEdge(() => journey.site, 'company-step', companyStep);
traverseEveryEdge(() => journey.site, 'about-step', aboutStep);
traverseEveryEdge(() => journey.site, 'all-set-step', allSetStep);
