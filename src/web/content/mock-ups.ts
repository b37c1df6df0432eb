import * as brand from '#contract/brand.ts';
import * as campaignClaims from './campaign-claims.ts';
import { inSentence } from './claim.ts';
import * as claims from './claims.ts';

/** Sample data of the product mock-ups; all of it is invented. Each person is at one point of the process. */

const APPLICANTS = 312;
/** Applicants with a star in the table: its first rows. */
export const SHORTLISTED = 3;

export const interviewMock = {
  label:
    'The live interview: the candidate on video, and the third of six questions, which the AI asked because of a line in her resume.',
  live: 'Live interview',
  job: 'Backend developer, Pune',
  time: '06:42',
  candidate: 'Divya Joshi',
  asker: brand.name,
  count: 'Question 3 of 6',
  asked: 3,
  of: 6,
  question: 'You moved a payments ledger with no downtime. What would you do differently now?',
  reason: 'Asked because her resume names the migration.',
  transcript: '“I would shadow the writes for a week longer, because the',
} as const;

export const rankingMock = {
  label:
    'The candidate table: applicants ranked by resume and interview score, the first three on the shortlist, the last one in an interview now.',
  job: 'Backend developer',
  count: `${APPLICANTS} applicants`,
  shortlist: `Shortlist: ${inSentence(campaignClaims.shortlistSize)}`,
  columns: ['Candidate', 'Resume', 'Interview', 'Status'],
  rows: [
    { name: 'Ananya Rao', tenure: '6 years', resume: 92, interview: 94, status: 'Shortlisted' },
    { name: 'Kabir Menon', tenure: '8 years', resume: 88, interview: 91, status: 'Shortlisted' },
    { name: 'Sana Sheikh', tenure: '5 years', resume: 90, interview: 87, status: 'Shortlisted' },
    { name: 'Nikhil Das', tenure: '4 years', resume: 84, interview: 79, status: 'Interviewed' },
    { name: 'Dev Arora', tenure: '3 years', resume: 86, interview: 71, status: 'Interviewed' },
    { name: 'Divya Joshi', tenure: '7 years', resume: 81, status: 'Live now' },
  ],
  /** Where the rows without a star do not fit. */
  more: `${APPLICANTS - SHORTLISTED} more`,
} as const;

export const insightMock = {
  label:
    'The insight card of Ananya Rao: four scores, and her strengths as a constellation in which critical thinking shines most.',
  name: 'Ananya Rao',
  role: 'Backend developer, 6 years',
  insight: 'Explains trade-offs without being asked. Names her own mistakes, and what she changed.',
  scores: [
    { label: 'Resume', value: 92 },
    { label: 'Employability', value: 88 },
    { label: 'Technical', value: 94 },
    { label: 'Video confidence', value: 86 },
  ],
  /** Clockwise from the top, each from 0 to 100. */
  strengths: [
    { label: 'Critical thinking', value: 96 },
    { label: 'Innovation', value: 78 },
    { label: 'Adaptability', value: 90 },
    { label: 'Collaboration', value: 72 },
    { label: 'Active listening', value: 84 },
    { label: 'Growth mindset', value: 88 },
  ],
} as const;

export const followUpMock = {
  label: 'Three WhatsApp messages to a candidate: an invitation, a reminder and a thank-you.',
  channel: 'WhatsApp',
  messages: [
    {
      text: `Hi Kabir, Harbour9 invites you to interview for the role of backend developer. It takes ${inSentence(claims.interviewLength)}. Here is your link: pick any time until Friday.`,
      time: '18:02',
    },
    { text: 'A reminder: you picked 21:30 tonight. All you need is a camera.', time: '21:00' },
    {
      text: 'Thank you, your interview is complete. You will hear from us by Monday.',
      time: '21:47',
    },
  ],
} as const;

export const slotMock = {
  label: 'A candidate picks a time: Sunday evening at half past nine is chosen.',
  heading: 'When suits you?',
  days: [
    { day: 'Fri', date: '12' },
    { day: 'Sat', date: '13' },
    { day: 'Sun', date: '14' },
    { day: 'Mon', date: '15' },
  ],
  chosenDay: 'Sun',
  times: ['06:30', '11:00', '14:15', '19:00', '21:30', '23:45'],
  chosenTime: '21:30',
  note: 'Sunday 14 at 21:30. You can change it until you start.',
} as const;
