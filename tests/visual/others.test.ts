import { drivers as demoRequest } from '#tests/chart-paths/demo-request.ts';
import { drivers as session } from '#tests/chart-paths/session.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStatePictures } from '#tests/support/visual/check-state-pictures.ts';

const journey = setUpSite();

checkStatePictures(() => journey.site, 'session', session);
checkStatePictures(() => journey.site, 'demo-request', demoRequest);
checkStatePictures(() => journey.site, 'demo-request-page', demoRequest);
