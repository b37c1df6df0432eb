import * as brand from '#contract/brand.ts';
import * as campaignClaims from './campaign-claims.ts';
import * as claims from './claims.ts';
import { inSentence } from './format.ts';

/** Comparison table of the campaign page. */
export const campaignComparison = {
  heading: 'Side by side',
  caption: `Hiring the usual way and hiring with ${brand.name}`,
  columns: ['Subject', 'The usual way', `With ${brand.name}`],
  rows: [
    {
      subject: 'Candidate engagement',
      before: 'Office hours, and silence in between',
      after: '24/7, with reminders and status updates by email and WhatsApp',
    },
    {
      subject: 'Intelligence',
      before: 'Keywords and gut feeling',
      after: 'Skills and star powers, with the reasons',
    },
    {
      subject: 'Screening process',
      before: 'One call after another',
      after: `Interviews in parallel, ${claims.moreScreened.figure} ${claims.moreScreened.text}`,
    },
    {
      subject: 'Hiring speed',
      before: 'Weeks until a shortlist',
      after: `The ${inSentence(campaignClaims.shortlistSize)} candidates, ${campaignClaims.shortlistTime.figure} after the job is posted`,
    },
    {
      subject: 'Recruiter workload',
      before: 'Most of the day on the phone',
      after: `${campaignClaims.manualWork.figure} ${campaignClaims.manualWork.text}`,
    },
    {
      subject: 'Cost efficiency',
      before: 'Every hire costs as much as the last',
      after: `Cost cut ${campaignClaims.costCut.figure}`,
    },
  ],
} as const;
