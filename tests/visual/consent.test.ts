import { beforeAll } from 'vitest';
import { drivers as consent } from '#tests/chart-paths/consent.ts';
import { optionalSite } from '#tests/support/browser/optional-site.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { checkStatePictures } from '#tests/support/visual/check-state-pictures.ts';

const { dist, build } = optionalSite('consent-pictures');

beforeAll(() => build());
const journey = setUpSite({ dist });

checkStatePictures(() => journey.site, 'consent', consent);
