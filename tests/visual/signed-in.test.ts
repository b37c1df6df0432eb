import { drivers as passkeyList } from '#tests/chart-paths/passkey-list.ts';
import { drivers as reauthentication } from '#tests/chart-paths/reauthentication.ts';
import { drivers as sessionList } from '#tests/chart-paths/session-list.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStatePictures } from '#tests/support/visual/check-state-pictures.ts';

const journey = setUpSite();

checkStatePictures(() => journey.site, 'passkey-list', passkeyList);
checkStatePictures(() => journey.site, 'reauthentication', reauthentication);
checkStatePictures(() => journey.site, 'session-list', sessionList);
