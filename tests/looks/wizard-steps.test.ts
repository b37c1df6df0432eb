import { drivers as aboutStep } from '#tests/edges/about-step.ts';
import { drivers as allSetStep } from '#tests/edges/all-set-step.ts';
import { drivers as companyStep } from '#tests/edges/company-step.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'company-step', companyStep);
checkStateLooks(() => journey.site, 'about-step', aboutStep);
checkStateLooks(() => journey.site, 'all-set-step', allSetStep);
