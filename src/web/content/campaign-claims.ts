import { sample } from './claim.ts';

/* Claims of the campaign page; the home page repeats some in its static parts. */

export const shortlistTime = sample(
  '48 hours',
  'after you post the job: a shortlist of the top 3 candidates',
);
export const interviewLimit = sample('Under 20 minutes', 'from the first question to the last');
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
export const costCut = sample('3X', 'to a third');
export const manualWork = sample('80%', 'less manual workload');
export const screeningTime = sample('52%', 'of recruiter screening time removed');
export const failedHire = sample('Up to 200%', 'of the candidate’s CTC is lost when a hire fails');
export const topCandidates = sample('15 minutes', 'of your time to find the top candidates');
export const successfulHires = sample('46%', 'more successful hires');
export const efficientHiring = sample('20%', 'more efficient hiring');
export const hoursSaved = sample('20+ hours', 'saved per hire');
export const agencyBefore = sample('6–8', 'hires per month');
export const agencyAfter = sample('18–20', 'hires per month');
export const campaignDemoLength = sample('30 minutes', 'for a demo with your own role');

/* Claims of the case studies. */

export const logisticsOffers = sample('200+', 'offers in 15 days');
export const logisticsConversion = sample('78%', 'applicant-to-interview conversion');
export const logisticsInterviews = sample('2,000+', 'interviews in 21 days');
export const logisticsHours = sample('300+', 'recruiter hours saved');
