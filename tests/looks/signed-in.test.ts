import { drivers as passkeyList } from '#tests/edges/passkey-list.ts';
import { drivers as reauthentication } from '#tests/edges/reauthentication.ts';
import { drivers as sessionList } from '#tests/edges/session-list.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'passkey-list', passkeyList);
checkStateLooks(() => journey.site, 'reauthentication', reauthentication);
checkStateLooks(() => journey.site, 'session-list', sessionList);
