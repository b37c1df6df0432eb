import { brand } from '#contract/brand.ts';

/**
 * A figure that the site names, written down once, here. All of them are sample content: whoever runs
 * the site replaces a figure, or writes down where it comes from instead of `sample`.
 */
export interface Claim {
  /** The number as it is shown, with its unit. */
  figure: string;
  /** What the number counts; read after the figure it makes a sentence. */
  text: string;
  source: 'sample';
}

/* @__NO_SIDE_EFFECTS__ */
const sample = (figure: string, text: string): Claim => ({ figure, text, source: 'sample' });

// Each by itself: a page loads those that it shows.
export const responses = sample('50,000+', `real interview responses trained ${brand.name}`);
export const applicants = sample('Over 50,000', 'applicants');
export const userRating = sample('91%', 'of users rate 4 stars or more');
export const ratingElsewhere = sample(
  '92%',
  'of hiring teams rate 4 stars or more after their first hire',
);
export const shortlistToHire = sample('5 to 1', 'AI shortlist to hire ratio');
export const shortlistTime = sample(
  '48 hours',
  'from job post to a shortlist of the top 3 candidates',
);
export const recruiterOutput = sample('3X', 'recruiter output');
export const fasterHiring = sample('87%', 'faster hiring');
export const moreScreened = sample('8X', 'more applicants screened');
export const interviewLength = sample('About 15 minutes', 'for one interview');
export const interviewLimit = sample('Under 20 minutes', 'from the first question to the last');
export const demoLength = sample('15 minutes', 'for a demo');
export const starPowers = sample('Top 5%', 'of applicants show the star powers');
export const starPowersExcel = sample(
  'Under 5%',
  'excel in innovation, adaptability and collaboration',
);
export const candidateRating = sample(
  '84%',
  'of candidates rate 4 stars or more after their interview',
);
export const shortlistSize = sample('Top 3', 'candidates on a shortlist');
export const leadersOnAgents = sample('72%', 'of global leaders are working on AI agents');
export const costCut = sample('3X', 'lower cost');
export const manualWork = sample('80%', 'less manual workload');
export const screeningTime = sample('52%', 'of recruiter screening time removed');
export const failedHire = sample('Up to 200%', 'of the candidate’s CTC is lost when a hire fails');
export const topCandidates = sample('15 minutes', 'of your time to find the top candidates');
export const successfulHires = sample('46%', 'more successful hires');
export const efficientHiring = sample('20%', 'more efficient hiring');
export const hiringCost = sample('70%', 'lower hiring cost');
export const hoursSaved = sample('20+ hours', 'saved per hire');
export const agencyBefore = sample('6-8', 'hires per month');
export const agencyAfter = sample('18-20', 'hires per month');
export const campaignDemoLength = sample('30 minutes', 'for a demo with your own role');
export const logisticsOffers = sample('200+', 'offers in 15 days');
export const logisticsConversion = sample('78%', 'applicant-to-interview conversion');
export const logisticsInterviews = sample('2000+', 'interviews in 21 days');
export const logisticsHours = sample('300+', 'recruiter hours saved');
