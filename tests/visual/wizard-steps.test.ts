import { drivers as companyStep } from '#tests/chart-paths/company-step.ts';
import { drivers as personStep } from '#tests/chart-paths/person-step.ts';
import { drivers as profileStep } from '#tests/chart-paths/profile-step.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStatePictures } from '#tests/support/visual/check-state-pictures.ts';

const journey = setUpSite();

checkStatePictures(() => journey.site, 'company-step', companyStep);
checkStatePictures(() => journey.site, 'person-step', personStep);
checkStatePictures(() => journey.site, 'profile-step', profileStep);
