import { drivers as demoRequest } from '#tests/edges/demo-request.ts';
import { drivers as session } from '#tests/edges/session.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'session', session);
checkStateLooks(() => journey.site, 'demo-request', demoRequest);
checkStateLooks(() => journey.site, 'demo-request-page', demoRequest);
