import { CAMPAIGN_PHONE_DIGITS } from './demo-request.ts';
import { WORK_EMAIL_MESSAGE } from './email.ts';

/** Labels and errors of both demo forms. The server shows the form too, to visitors without JavaScript. */
export const demoFormContent = {
  name: 'Full name',
  email: 'Work email',
  organization: 'Company',
  dialCode: 'Country code',
  phone: 'Work phone number',
  campaignPhoneHint: `${CAMPAIGN_PHONE_DIGITS} digits, without the country code.`,
  message: 'Additional information (optional)',
  messageHint: 'Which roles you hire for, how many people, and the ATS you use.',
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
