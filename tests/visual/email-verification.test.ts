import { drivers as codeMail } from '#tests/chart-paths/code-mail.ts';
import { drivers as emailVerification } from '#tests/chart-paths/email-verification.ts';
import { drivers as otp } from '#tests/chart-paths/otp.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStatePictures } from '#tests/support/visual/check-state-pictures.ts';

const journey = setUpSite();

checkStatePictures(() => journey.site, 'email-verification', emailVerification);
checkStatePictures(() => journey.site, 'otp', otp);
checkStatePictures(() => journey.site, 'code-mail', codeMail);
