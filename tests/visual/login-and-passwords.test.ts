import { drivers as browserLink } from '#tests/chart-paths/browser-link.ts';
import { drivers as forgotPassword } from '#tests/chart-paths/forgot-password.ts';
import { drivers as login } from '#tests/chart-paths/login.ts';
import { drivers as resetPassword } from '#tests/chart-paths/reset-password.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStatePictures } from '#tests/support/visual/check-state-pictures.ts';

const journey = setUpSite();

checkStatePictures(() => journey.site, 'login', login);
checkStatePictures(() => journey.site, 'browser-link', browserLink);
checkStatePictures(() => journey.site, 'forgot-password', forgotPassword);
checkStatePictures(() => journey.site, 'reset-password', resetPassword);
