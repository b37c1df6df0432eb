import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '#tests/support/browser/site.ts';
import { traverseEveryEdge } from '#tests/support/edges/traverse-every-edge.ts';
import { drivers as forgotPassword } from './forgot-password.ts';
import { drivers as login } from './login.ts';
import { drivers as resetPassword } from './reset-password.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

traverseEveryEdge(() => site, 'login', login);
traverseEveryEdge(() => site, 'forgot-password', forgotPassword);
traverseEveryEdge(() => site, 'reset-password', resetPassword);
