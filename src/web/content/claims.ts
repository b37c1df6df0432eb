import { brand } from '#contract/brand.ts';

/**
 * A figure that the site names, written down once, here or in `outcome-claims.ts`. All of
 * them are sample content: whoever runs the site replaces a figure there, or writes down where it
 * comes from instead of `sample`.
 */
export interface Claim {
  /** The number as it is shown, with its unit. */
  figure: string;
  /** What the number counts; read after the figure it makes a sentence. */
  text: string;
  source: 'sample';
}

export const sample = (figure: string, text: string): Claim => ({ figure, text, source: 'sample' });

/** What every visit loads: the front page's own figures, and those that describe pages. */
export const claims = {
  responses: sample('50,000+', `real interview responses trained ${brand.name}`),
  applicants: sample('Over 50,000', 'applicants'),
  userRating: sample('91%', 'of users rate 4 stars or more'),
  ratingElsewhere: sample('92%', 'of hiring teams rate 4 stars or more after their first hire'),
  shortlistToHire: sample('5 to 1', 'AI shortlist to hire ratio'),
  shortlistTime: sample('48 hours', 'from job post to a shortlist of the top 3 candidates'),
  recruiterOutput: sample('3X', 'recruiter output'),
  fasterHiring: sample('87%', 'faster hiring'),
  moreScreened: sample('8X', 'more applicants screened'),
  interviewLength: sample('About 15 minutes', 'for one interview'),
  interviewLimit: sample('Under 20 minutes', 'from the first question to the last'),
  demoLength: sample('15 minutes', 'for a demo'),
} as const satisfies Record<string, Claim>;
