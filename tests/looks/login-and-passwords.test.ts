import { drivers as browserLink } from '#tests/edges/browser-link.ts';
import { drivers as forgotPassword } from '#tests/edges/forgot-password.ts';
import { drivers as login } from '#tests/edges/login.ts';
import { drivers as resetPassword } from '#tests/edges/reset-password.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStateLooks } from '#tests/support/looks/check-state-looks.ts';

const journey = setUpSite();

checkStateLooks(() => journey.site, 'login', login);
checkStateLooks(() => journey.site, 'browser-link', browserLink);
checkStateLooks(() => journey.site, 'forgot-password', forgotPassword);
checkStateLooks(() => journey.site, 'reset-password', resetPassword);
