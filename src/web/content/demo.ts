import * as brand from '#contract/brand.ts';
import { inSentence } from './claim.ts';
import * as claims from './claims.ts';
import { demoTagline } from './demo-tagline.ts';
import type { Notice } from './notices.ts';

/** Copy of the demo page and of the dialog. `src/contract/demo-request-content.ts` has that of both forms. */
export const demoContent = {
  heading: 'Book a Demo',
  tagline: demoTagline,
  seeHeading: 'What you will see',
  see: [
    {
      title: 'An interview, as a candidate sees it',
      text: 'The AI asks, listens and follows up on the answers.',
    },
    {
      title: 'A ranked shortlist, with the reasons',
      text: 'Scores for the resume, the skills and the interview, side by side.',
    },
    {
      title: 'Where it fits',
      text: 'Tell us how you hire today, and ask anything you like.',
    },
  ],
  formHeading: 'Tell us where to reach you',
  formLead: `We email you times to choose from within ${inSentence(claims.demoReply)}.`,
  dialogHeading: 'Book a demo',
  close: 'Close',
  contact: {
    heading: 'Contact Details',
    lead: 'Would you rather talk to someone first? Call or write.',
    phone: { label: 'Phone', text: brand.phone, href: brand.phoneLink },
    email: { label: 'Email', text: brand.infoEmail, href: `mailto:${brand.infoEmail}` },
    offices: brand.offices,
  },
} as const;

/** Notices of both demo forms. */
export const demoNotices: Record<'demoNotSent', Notice> = {
  demoNotSent: { shownAs: 'dialog', text: 'Something went wrong, please try again later' },
};
