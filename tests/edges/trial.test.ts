import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/edges/traverse-every-edge.ts';
import { drivers as otp } from './otp.ts';
import { drivers as trial } from './trial.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'trial', trial);
traverseEveryEdge(() => journey.site, 'otp', otp);
