import { drivers as accountCreation } from '#tests/chart-paths/account-creation.ts';
import { drivers as signUp } from '#tests/chart-paths/sign-up.ts';
import { drivers as wizard } from '#tests/chart-paths/wizard.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStatePictures } from '#tests/support/visual/check-state-pictures.ts';

const journey = setUpSite();

checkStatePictures(() => journey.site, 'account-creation', accountCreation);
checkStatePictures(() => journey.site, 'sign-up', signUp);
checkStatePictures(() => journey.site, 'wizard', wizard);
