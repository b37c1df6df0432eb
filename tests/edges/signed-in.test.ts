import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/edges/traverse-every-edge.ts';
import { drivers as passkeyList } from './passkey-list.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'passkey-list', passkeyList);
