import * as brand from '#contract/brand.ts';
import { demoTagline } from './demo-tagline.ts';

/** Copy of the two alternative demo pages. */
export const demoVariants = {
  heading: 'Book a Demo',
  tagline: demoTagline,
  toForm: 'Go to the demo form',
  embed: {
    frameTitle: 'Demo booking',
    missing:
      'Online booking is not set up on this site yet. The demo form reaches the same people.',
    bar: 'No time that suits you?',
  },
  schedule: {
    thanks: `Thank you for your interest in ${brand.name}.`,
    choose: 'Choose a time that suits you, and one of our experts will be there.',
    open: 'Choose a time',
    dialogHeading: 'Choose a time',
    frameTitle: 'Calendar',
    close: 'Close',
    missing:
      'Online booking is not set up on this site yet. Leave your details in the demo form, and we will email you times to choose from.',
  },
} as const;
