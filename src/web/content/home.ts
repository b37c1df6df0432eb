import * as brand from '#contract/brand.ts';
import { countUpOf, inSentence } from './claim.ts';
import * as claims from './claims.ts';

const [interviewed, hired] = claims.shortlistToHire.figure.split(' to ');

/** Copy of the interactive parts of the home page; `home-static.ts` has the rest. */
export const homeContent = {
  hero: {
    typing: ['AI that reads resumes', 'AI that interviews 24/7', 'AI that shows who shines'],
    heading: brand.tagline.replace(/\.$/, ''),
  },
  numbers: {
    heading: `${brand.name} in numbers`,
    items: [
      {
        ...countUpOf(claims.responses),
        note: `From ${inSentence(claims.applicants)} ${claims.applicants.text}.`,
      },
      {
        ...countUpOf(claims.userRating),
        note: 'Four stars of five, or all five.',
      },
      {
        ...countUpOf(claims.shortlistToHire),
        note: `Across jobs, ${hired} hire for every ${interviewed} people shortlisted.`,
      },
    ],
  },
  features: {
    heading: 'See it at work',
    blocks: [
      { id: 'feature-interview', title: 'It asks what you would ask', mock: 'interview' },
      { id: 'feature-ranking', title: 'Everyone, ranked', mock: 'ranking' },
      { id: 'feature-insight', title: 'The reasons, not only the score', mock: 'insight' },
      { id: 'feature-follow-up', title: 'Nobody is left waiting', mock: 'followUp' },
    ],
  },
  advantages: {
    heading: `Why choose ${brand.name}?`,
    subtitle: 'Unlock Efficiency and Excellence in Hiring with Our AI-Powered Platform',
    tiles: ['fast', 'video', 'output', 'chat', 'skills', 'insight'],
  },
  testimonials: {
    heading: 'In their words',
    claim: claims.ratingElsewhere,
    carousel: {
      label: 'What customers and candidates say',
      what: 'the quotes',
      previous: 'Previous quote',
      next: 'Next quote',
    },
    order: ['talent', 'candidate', 'recruiters', 'founder', 'seats'],
  },
} as const;

type Content = typeof homeContent;
export type Feature = Content['features']['blocks'][number]['id'];
export type Advantage = Content['advantages']['tiles'][number];
export type TestimonialId = Content['testimonials']['order'][number];
