import { afterAll, beforeAll } from 'vitest';
import { openSite, type Site } from '#tests/support/site.ts';
import { walkEveryEdge } from '#tests/support/walk-every-edge.ts';
import { drivers as login } from './login.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

walkEveryEdge(() => site, 'login', login);
