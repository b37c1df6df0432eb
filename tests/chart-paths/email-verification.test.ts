// @module-tag further
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/chart-paths/traverse-every-edge.ts';
import { drivers as codeMail } from './code-mail.ts';
import { drivers as emailVerification } from './email-verification.ts';
import { drivers as otp } from './otp.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'email-verification', emailVerification);
traverseEveryEdge(() => journey.site, 'otp', otp);
traverseEveryEdge(() => journey.site, 'code-mail', codeMail);
