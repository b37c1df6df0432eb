// @module-tag further
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/chart-paths/traverse-every-edge.ts';
import { drivers as accountCreation } from './account-creation.ts';
import { drivers as companyStep } from './company-step.ts';
import { drivers as personStep } from './person-step.ts';
import { drivers as profileStep } from './profile-step.ts';
import { drivers as signUp } from './sign-up.ts';
import { drivers as wizard } from './wizard.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'account-creation', accountCreation);
traverseEveryEdge(() => journey.site, 'sign-up', signUp);
traverseEveryEdge(() => journey.site, 'wizard', wizard);
traverseEveryEdge(() => journey.site, 'company-step', companyStep);
traverseEveryEdge(() => journey.site, 'person-step', personStep);
traverseEveryEdge(() => journey.site, 'profile-step', profileStep);
