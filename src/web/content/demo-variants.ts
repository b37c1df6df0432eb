import { brand } from '#contract/brand.ts';
import { demoTagline } from './demo-tagline.ts';

/** The two other ways to a demo (decisions, Addresses). */
export const demoVariants = {
  heading: 'Book a Demo',
  tagline: demoTagline,
  toForm: 'Go to the demo form',
  embed: {
    frameTitle: 'Demo booking',
    missing:
      'Online booking is not set up on this site yet. The demo form reaches the same people.',
    bar: 'Nothing suitable?',
  },
  schedule: {
    thanks: `Thank you for your interest in ${brand.name}.`,
    choose: 'Choose a time that suits you, and one of our experts will be there.',
    open: 'Choose a time',
    dialogHeading: 'Choose a time',
    frameTitle: 'Calendar',
    close: 'Close',
    missing: 'Our calendar is not online at the moment. Leave your details, and we will call you.',
  },
} as const;
