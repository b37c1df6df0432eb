import * as brand from '#contract/brand.ts';
import { sample } from './claim.ts';

/* Claims in page titles, descriptions and confirmations: every page loads them. */

export const recruiterOutput = sample('3X', 'recruiter output');
export const fasterHiring = sample('87%', 'faster hiring');
export const moreScreened = sample('8X', 'more applicants screened');
export const demoLength = sample('15 minutes', 'for a demo');
export const demoReply = sample('One business day', 'until a demo request is answered');
export const hiringCost = sample('70%', 'lower hiring cost');

/* Claims of several marketing pages. */

export const responses = sample('50,000+', `real interview responses ${brand.name} was trained on`);
export const applicants = sample('Over 50,000', 'applicants');
export const userRating = sample('91%', 'of users rate 4 stars or more');
export const ratingElsewhere = sample('92%', 'of hiring teams rate 4 stars or more');
export const shortlistToHire = sample('5 to 1', 'AI shortlist-to-hire ratio');
export const interviewLength = sample('About 15 minutes', 'for one interview');
export const starPowers = sample('Top 5%', 'of applicants show the star powers');
