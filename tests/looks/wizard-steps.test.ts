import { drivers as companyStep } from '#tests/edges/company-step.ts';
import { drivers as personStep } from '#tests/edges/person-step.ts';
import { drivers as profileStep } from '#tests/edges/profile-step.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'company-step', companyStep);
checkStateLooks(() => journey.site, 'person-step', personStep);
checkStateLooks(() => journey.site, 'profile-step', profileStep);
