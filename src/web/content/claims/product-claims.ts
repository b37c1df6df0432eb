import * as brand from '#contract/brand.ts';
import { sample } from './claim.ts';

/* Claims of several marketing pages. */

export const responses = sample('50,000+', `real interview responses trained ${brand.name}`);
export const applicants = sample('Over 50,000', 'applicants');
export const userRating = sample('91%', 'of users rate 4 stars or more');
export const ratingElsewhere = sample(
  '92%',
  'of hiring teams rate 4 stars or more after their first hire',
);
export const shortlistToHire = sample('5 to 1', 'AI shortlist to hire ratio');
export const interviewLength = sample('About 15 minutes', 'for one interview');
export const starPowers = sample('Top 5%', 'of applicants show the star powers');
