import { drivers as emailVerification } from '#tests/edges/email-verification.ts';
import { drivers as otp } from '#tests/edges/otp.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'email-verification', emailVerification);
checkStateLooks(() => journey.site, 'otp', otp);
