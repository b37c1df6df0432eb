// @module-tag further
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/chart-paths/traverse-every-edge.ts';
import { drivers as browserLink } from './browser-link.ts';
import { drivers as forgotPassword } from './forgot-password.ts';
import { drivers as login } from './login.ts';
import { drivers as resetPassword } from './reset-password.ts';

const journey = setUpSite();

traverseEveryEdge(() => journey.site, 'login', login);
traverseEveryEdge(() => journey.site, 'browser-link', browserLink);
traverseEveryEdge(() => journey.site, 'forgot-password', forgotPassword);
traverseEveryEdge(() => journey.site, 'reset-password', resetPassword);
