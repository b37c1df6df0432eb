import { type Claim, sample } from './claims.ts';

/** What comes of it: rare talent, saved time and money, the results of single customers. */
export const outcomeClaims = {
  starPowers: sample('Top 5%', 'of applicants show the star powers'),
  starPowersExcel: sample('Under 5%', 'excel in innovation, adaptability and collaboration'),
  candidateRating: sample('84%', 'of candidates rate 4 stars or more after their interview'),
  shortlistSize: sample('Top 3', 'candidates on a shortlist'),
  leadersOnAgents: sample('72%', 'of global leaders are working on AI agents'),
  costCut: sample('3X', 'lower cost'),
  manualWork: sample('80%', 'less manual workload'),
  screeningTime: sample('52%', 'of recruiter screening time removed'),
  failedHire: sample('Up to 200%', 'of the candidate’s CTC is lost when a hire fails'),
  topCandidates: sample('15 minutes', 'of your time to find the top candidates'),
  successfulHires: sample('46%', 'more successful hires'),
  efficientHiring: sample('20%', 'more efficient hiring'),
  hiringCost: sample('70%', 'lower hiring cost'),
  hoursSaved: sample('20+ hours', 'saved per hire'),
  agencyBefore: sample('6-8', 'hires per month'),
  agencyAfter: sample('18-20', 'hires per month'),
  campaignDemoLength: sample('30 minutes', 'for a demo with your own role'),
  logisticsOffers: sample('200+', 'offers in 15 days'),
  logisticsConversion: sample('78%', 'applicant-to-interview conversion'),
  logisticsInterviews: sample('2000+', 'interviews in 21 days'),
  logisticsHours: sample('300+', 'recruiter hours saved'),
} as const satisfies Record<string, Claim>;
