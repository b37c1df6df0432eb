// @module-tag further
import { beforeAll } from 'vitest';
import { optionalSite } from '#tests/support/browser/optional-site.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { traverseEveryEdge } from '#tests/support/chart-paths/traverse-every-edge.ts';
import { drivers as consent } from './consent.ts';

const { dist, build } = optionalSite('consent-paths');

beforeAll(() => build());
const journey = setUpSite({ dist });

traverseEveryEdge(() => journey.site, 'consent', consent);
