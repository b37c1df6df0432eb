import { chromium } from '#tests/support/engines/chromium.ts';
import { runCoreJourneys } from './journeys/core-journeys.ts';

runCoreJourneys(chromium);
