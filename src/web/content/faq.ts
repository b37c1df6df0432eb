import * as brand from '#contract/brand.ts';
import * as campaignClaims from './campaign-claims.ts';
import * as claims from './claims.ts';
import { inSentence } from './format.ts';

/** Frequent questions on the home page, one list per column. */
export const faqContent = {
  heading: 'Questions, answered',
  lead: 'Is yours not here?',
  ask: 'Ask us in a demo',
  columns: [
    [
      {
        question: 'What happens in the interview?',
        answer:
          'The candidate opens a link, checks camera and microphone, and talks to the AI on video. It asks about the job and about their own resume, and follows up on their answers.',
      },
      {
        question: 'How long does it take a candidate?',
        answer: `${claims.interviewLength.figure}, and ${inSentence(campaignClaims.interviewLimit)} in any case. They choose when, day or night, and can do it on a phone.`,
      },
      {
        question: 'Can someone cheat with AI?',
        answer: `${brand.name} watches for outside AI and internet help and marks answers that sound read out or supplied by someone else. You see the moment in the video, and you decide.`,
      },
      {
        question: 'Which jobs does it cover?',
        answer:
          'Technical and functional skills across Finance, Operations, Sales, Development, Support and Analytics.',
      },
    ],
    [
      {
        question: 'Does it decide who is hired?',
        answer:
          'No. It ranks candidates and gives you its reasons: scores, quotes and the recording. The decision stays with you.',
      },
      {
        question: 'Does it work with our ATS?',
        answer: `Yes. ${brand.name} takes jobs and applicants from your applicant tracking system and writes scores and reports back to it.`,
      },
      {
        question: 'What does it cost to try?',
        answer:
          'Nothing. Every sign-up starts as a free trial with the limits of Quick Start. You need a work email, but no card.',
      },
      {
        question: 'Are WhatsApp and email included?',
        answer:
          'In every plan. Invitations, reminders and follow-ups go out on both, in your company’s name.',
      },
    ],
  ],
} as const;
