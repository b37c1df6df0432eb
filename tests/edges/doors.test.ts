import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '#tests/support/site.ts';
import { walkEveryEdge } from '#tests/support/walk-every-edge.ts';
import { drivers as forgotPassword } from './forgot-password.ts';
import { drivers as login } from './login.ts';
import { drivers as resetPassword } from './reset-password.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

walkEveryEdge(() => site, 'login', login);
walkEveryEdge(() => site, 'forgot-password', forgotPassword);
walkEveryEdge(() => site, 'reset-password', resetPassword);
