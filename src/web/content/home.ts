import { brand } from '#contract/brand.ts';
import { claims } from './claims.ts';
import { counted } from './counted.ts';
import { inSentence } from './in-sentence.ts';

const [met, hired] = claims.shortlistToHire.figure.split(' to ');

/** The words of the home page's parts that move or answer; the others are in `home-still.ts` (spec §1, §2). */
export const homeContent = {
  hero: {
    typing: ['AI that reads resumes', 'AI that interviews 24/7', 'AI that ranks who shines'],
    heading: brand.tagline.replace(/\.$/, ''),
    lead: `${brand.name} reads every resume, interviews every applicant on video, and hands you a ranked shortlist with the reasons.`,
    start: 'Get started free',
    demo: `Book ${claims.demoLength.figure} with us`,
    note: 'Post your 1st job free. No card.',
    proof: claims.shortlistTime,
    proofSource: 'Counted from the day a job is posted.',
  },
  numbers: {
    heading: 'Judged by thousands before you',
    items: [
      {
        ...counted(claims.responses),
        note: `From ${inSentence(claims.applicants)} ${claims.applicants.text}.`,
      },
      { ...counted(claims.userRating), note: 'Asked after every interview.' },
      { ...counted(claims.shortlistToHire), note: `Meet ${met}, hire ${hired}.` },
    ],
  },
  features: {
    heading: 'See it at work',
    label: 'Parts of the product',
    blocks: [
      {
        id: 'feature-interview',
        name: 'The interview',
        title: 'It asks what you would ask',
        text: 'The AI starts from your job and their resume, listens, and follows up. Nobody gets the same six questions.',
        claim: claims.interviewLength,
        mock: 'interview',
      },
      {
        id: 'feature-ranking',
        name: 'The ranking',
        title: 'Everybody, in order',
        text: 'Resume strength and interview score side by side. Filter, compare, move people on. No spreadsheet.',
        claim: claims.topCandidates,
        mock: 'ranking',
      },
      {
        id: 'feature-insight',
        name: 'The insight',
        title: 'The reasons, not only the score',
        text: 'Four scores, a recommendation in plain words, and the strengths that make this person different.',
        claim: claims.interviewLimit,
        mock: 'insight',
      },
      {
        id: 'feature-follow-up',
        name: 'The follow-up',
        title: 'Nobody is left waiting',
        text: 'Invitations, reminders and answers go out by email and WhatsApp, in your name, at the right moment.',
        claim: claims.hoursSaved,
        mock: 'followUp',
      },
    ],
  },
  advantages: {
    heading: `Why choose ${brand.name}?`,
    subtitle: 'Unlock Efficiency and Excellence in Hiring with Our AI-Powered Platform',
    tiles: [
      { icon: 'fast', text: 'Screen candidates faster.' },
      {
        icon: 'video',
        text: 'Fully autonomous video screening, with zero human intervention, 24/7.',
      },
      {
        icon: 'output',
        text: `Increase output per recruiter by ${claims.recruiterOutput.figure}.`,
      },
      {
        icon: 'chat',
        text: 'Integrated WhatsApp communication for status and interview updates.',
      },
      {
        icon: 'skills',
        text: 'Reduce hiring failure by evaluating employability skills such as critical thinking, growth mindset and active listening.',
      },
      {
        icon: 'insight',
        text: 'AI-assisted insights: analytics and reports on candidate performance and interview trends.',
      },
    ],
  },
  pricing: {
    heading: 'Priced by the month, in rupees',
    lead: 'Start with the free plan. Change it when you hire more.',
  },
} as const;
