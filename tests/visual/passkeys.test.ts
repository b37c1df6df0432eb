import { drivers as loginCompletion } from '#tests/chart-paths/login-completion.ts';
import { drivers as passkey } from '#tests/chart-paths/passkey.ts';
import { drivers as passkeyRegistration } from '#tests/chart-paths/passkey-registration.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStatePictures } from '#tests/support/visual/check-state-pictures.ts';

const journey = setUpSite();

checkStatePictures(() => journey.site, 'login-completion', loginCompletion);
checkStatePictures(() => journey.site, 'passkey', passkey);
checkStatePictures(() => journey.site, 'passkey-registration', passkeyRegistration);
