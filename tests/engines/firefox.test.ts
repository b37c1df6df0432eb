import { firefox } from '#tests/support/engines/firefox.ts';
import { runCoreJourneys } from './journeys/core-journeys.ts';

runCoreJourneys(firefox);
