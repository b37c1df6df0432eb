import { sample } from './claim.ts';

/* Claims of the case studies. */

export const logisticsOffers = sample('200+', 'offers in 15 days');
export const logisticsConversion = sample('78%', 'applicant-to-interview conversion');
export const logisticsInterviews = sample('2000+', 'interviews in 21 days');
export const logisticsHours = sample('300+', 'recruiter hours saved');
