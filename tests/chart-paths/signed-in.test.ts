// @module-tag further
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/chart-paths/traverse-every-edge.ts';
import { drivers as passkeyList } from './passkey-list.ts';
import { drivers as reauthentication } from './reauthentication.ts';
import { drivers as sessionList } from './session-list.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'passkey-list', passkeyList);
traverseEveryEdge(() => journey.site, 'reauthentication', reauthentication);
traverseEveryEdge(() => journey.site, 'session-list', sessionList);
