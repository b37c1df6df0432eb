import * as brand from '#contract/brand.ts';
import * as campaignClaims from './campaign-claims.ts';
import { inSentence } from './claim.ts';
import * as claims from './claims.ts';

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
        answer: `${claims.interviewLength.figure}. Most candidates finish in ${inSentence(campaignClaims.interviewLimit)}. They choose when, day or night, and can do it on a phone.`,
      },
      {
        question: 'In which language are interviews held?',
        answer: 'In English: the questions, the answers and the report.',
      },
      {
        question: 'Can someone cheat with AI?',
        answer: `${brand.name} watches for outside AI and internet help and marks answers that sound read out or supplied by someone else. You see the moment in the video, and you decide.`,
      },
      {
        question: 'Which jobs does it cover?',
        answer:
          'Jobs in Finance, Operations, Sales, Development, Support and Analytics. It tests technical and functional skills for each.',
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
        answer: `Yes. On request we connect the one you use. ${brand.name} then takes jobs and applicants from it, and writes scores and reports back.`,
      },
      {
        question: 'What does it cost to try?',
        answer:
          'Nothing. Every sign-up starts free, with what Quick Start has and no end date. You need a work email, but no card.',
      },
      {
        question: 'Are WhatsApp and email included?',
        answer:
          'In every plan. Invitations, reminders and follow-ups go out in your company’s name: by email, and by WhatsApp to candidates who agreed to it.',
      },
    ],
  ],
} as const;
