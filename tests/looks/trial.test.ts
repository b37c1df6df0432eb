import { drivers as otp } from '#tests/edges/otp.ts';
import { drivers as trial } from '#tests/edges/trial.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'trial', trial);
checkStateLooks(() => journey.site, 'otp', otp);
