import { webkit } from '#tests/support/engines/webkit.ts';
import { runCoreJourneys } from './journeys/core-journeys.ts';

runCoreJourneys(webkit);
