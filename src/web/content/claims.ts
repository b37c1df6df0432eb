import { brand } from '#contract/brand.ts';

/**
 * Every figure that the site names, once (spec §1). All of them are sample content: whoever runs the
 * site replaces a figure here, or writes down where it comes from instead of `sample`.
 */
export interface Claim {
  /** The number as it is shown, with its unit. */
  figure: string;
  /** What the number counts; read after the figure it makes a sentence. */
  text: string;
  source: 'sample';
}

const sample = (figure: string, text: string): Claim => ({ figure, text, source: 'sample' });

export const claims = {
  starPowers: sample('Top 5%', 'of applicants show the star powers'),
  starPowersExcel: sample('Under 5%', 'excel in innovation, adaptability and collaboration'),
  responses: sample('50,000+', `real interview responses trained ${brand.name}`),
  applicants: sample('Over 50,000', 'applicants'),
  userRating: sample('91%', 'of users rate 4 stars or more'),
  candidateRating: sample('84%', 'of candidates rate 4 stars or more'),
  ratingElsewhere: sample('92%', 'of hiring teams rate 4 stars or more'),
  shortlistToHire: sample('5 to 1', 'AI shortlist to hire ratio'),
  shortlistSize: sample('Top 3', 'candidates on a shortlist'),
  shortlistTime: sample('48 hours', 'to a shortlist of the top 3 candidates'),
  leadersOnAgents: sample('72%', 'of global leaders are working on AI agents'),
  costCut: sample('3X', 'lower cost'),
  manualWork: sample('80%', 'less manual workload'),
  recruiterOutput: sample('3X', 'recruiter output'),
  screeningTime: sample('52%', 'of recruiter screening time removed'),
  failedHire: sample('Up to 200%', 'of the candidate’s CTC is what a failed hire costs'),
  fasterHiring: sample('87%', 'faster hiring'),
  moreScreened: sample('8X', 'more applicants screened'),
  topCandidates: sample('15 minutes', 'to your top candidates'),
  successfulHires: sample('46%', 'more successful hires'),
  efficientHiring: sample('20%', 'more efficient hiring'),
  hiringCost: sample('70%', 'lower hiring cost'),
  hoursSaved: sample('20+ hours', 'saved per hire'),
  agencyBefore: sample('6-8', 'hires per month'),
  agencyAfter: sample('18-20', 'hires per month'),
  interviewLength: sample('About 15 minutes', 'for one interview'),
  interviewLimit: sample('Under 20 minutes', 'from the first question to the last'),
  demoLength: sample('15 minutes', 'for a demo'),
  campaignDemoLength: sample('30 minutes', 'for a demo'),
  logisticsOffers: sample('200+', 'offers in 15 days'),
  logisticsConversion: sample('78%', 'applicant-to-interview conversion'),
  logisticsInterviews: sample('2000+', 'interviews in 21 days'),
  logisticsHours: sample('300+', 'recruiter hours saved'),
} as const satisfies Record<string, Claim>;
