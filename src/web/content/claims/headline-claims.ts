import { sample } from './claim.ts';

/* Claims in page titles, descriptions and confirmations: every page loads them. */

export const recruiterOutput = sample('3X', 'recruiter output');
export const fasterHiring = sample('87%', 'faster hiring');
export const moreScreened = sample('8X', 'more applicants screened');
export const demoLength = sample('15 minutes', 'for a demo');
export const hiringCost = sample('70%', 'lower hiring cost');
