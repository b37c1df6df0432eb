import { drivers as accountCreation } from '#tests/edges/account-creation.ts';
import { drivers as signUp } from '#tests/edges/sign-up.ts';
import { drivers as wizard } from '#tests/edges/wizard.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'account-creation', accountCreation);
checkStateLooks(() => journey.site, 'sign-up', signUp);
checkStateLooks(() => journey.site, 'wizard', wizard);
