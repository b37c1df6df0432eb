import * as brand from '#contract/brand.ts';
import * as campaignClaims from './campaign-claims.ts';
import { inSentence } from './claim.ts';
import * as claims from './claims.ts';

/** Frequent questions on the campaign page. */
export const campaignFaq = {
  heading: 'Questions people ask before a demo',
  items: [
    {
      question: 'How long is an interview?',
      answer: `${claims.interviewLength.figure}; most candidates finish in ${inSentence(campaignClaims.interviewLimit)}. The candidate chooses when, on any day, at any hour.`,
    },
    {
      question: 'What does it assess?',
      answer:
        'The skills the role needs, and three star powers: innovation, adaptability and collaboration. Your job description decides how much each counts.',
    },
    {
      question: 'Can candidates cheat?',
      answer: `They can try. ${brand.name} looks for signs of outside AI or internet help and marks them in the recording, so that you can judge the moment for yourself.`,
    },
    {
      question: 'Does the AI decide whom we hire?',
      answer:
        'No. It ranks and explains. You watch, compare and choose, and you can put anyone on the shortlist.',
    },
    {
      question: 'Does it work with our ATS?',
      answer:
        'Yes. Tell us which applicant tracking system you use, and we connect it on request. WhatsApp and email are included in all plans.',
    },
    {
      question: 'What do candidates say?',
      answer: `${campaignClaims.candidateRating.figure} ${campaignClaims.candidateRating.text}.`,
    },
    {
      question: 'What happens in the demo?',
      answer: `It takes ${campaignClaims.campaignDemoLength.figure}: ${claims.demoLength.figure} on the product, the rest on one of your own roles. You see the questions, an interview and a shortlist, and can ask anything.`,
    },
  ],
} as const;
