import { drivers as loginCode } from '#tests/edges/login-code.ts';
import { drivers as loginCompletion } from '#tests/edges/login-completion.ts';
import { drivers as passkey } from '#tests/edges/passkey.ts';
import { drivers as passkeyRegistration } from '#tests/edges/passkey-registration.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'login-code', loginCode);
checkStateLooks(() => journey.site, 'login-completion', loginCompletion);
checkStateLooks(() => journey.site, 'passkey', passkey);
checkStateLooks(() => journey.site, 'passkey-registration', passkeyRegistration);
