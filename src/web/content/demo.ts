import * as brand from '#contract/brand.ts';
import { CAMPAIGN_PHONE_DIGITS } from '#contract/demo-request.ts';
import { WORK_EMAIL_MESSAGE } from '#contract/email.ts';
import { demoTagline } from './demo-tagline.ts';

/** Copy of the demo page and of both demo forms. */
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
  formLead: 'We write back with times to choose from.',
  dialogHeading: 'Book a demo',
  close: 'Close',
  contact: {
    heading: 'Contact Details',
    lead: 'Would you rather talk to someone first? Call or write.',
    phone: { label: 'Phone', text: brand.phone, href: `tel:${brand.phone.replaceAll(' ', '')}` },
    email: { label: 'Email', text: brand.infoEmail, href: `mailto:${brand.infoEmail}` },
    offices: brand.offices,
  },
} as const;

/** Labels of both forms. */
export const demoFormContent = {
  name: 'Full name',
  email: 'Work email',
  organization: 'Company',
  dialCode: 'Country code',
  phone: 'Work phone number',
  campaignPhoneHint: `${CAMPAIGN_PHONE_DIGITS} digits, without the country code.`,
  message: 'Additional information',
  messageHint: 'Optional. Which roles you hire for, how many people, and the ATS you use.',
  website: 'Website',
  submit: 'Request a demo',
  privacy: ['We use this to answer your request. See our ', 'Privacy Policy', '.'],
  errors: {
    name: 'Please enter your full name.',
    emailMissing: 'Please enter your work email.',
    emailInvalid: WORK_EMAIL_MESSAGE,
    organization: 'Please enter your company.',
    phone: 'Please enter a valid number.',
  },
} as const;
