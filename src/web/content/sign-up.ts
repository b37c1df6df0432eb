import { ABOUT_LENGTH_MAX, NAME_LENGTH_MAX } from '#contract/account.ts';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '#contract/code.ts';
import { LOGO_MB_MAX, LOGO_SIDE_MAX_PX, LOGO_TYPE_MESSAGE } from '#contract/company.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { WORK_EMAIL_MESSAGE } from '#contract/email.ts';
import { passwordMessages } from '#contract/password.ts';
import type {
  CompanyError,
  LogoError,
  PersonError,
  ProfileError,
} from '#machines/rules/sign-up.ts';
import { passwordErrors, passwordHint } from './forms.ts';
import { paidPlanBegins, quickStart } from './plans.ts';

/** Copy of the sign-up. */
export const signUpContent = {
  offer: {
    heading: 'You are already logged in',
    lead: 'Your company is set up.\nCarry on in the app.',
    toApp: 'Go to the app',
    decline: 'Sign up another company',
  },
  emailVerification: {
    heading: 'Sign up free to try now!',
    lead: 'Post your 1st job free.\nYou need a work email, but no card.',
    email: 'Work email',
    send: 'Send OTP',
    emailMissing: 'Email cannot be empty.',
    emailInvalid: WORK_EMAIL_MESSAGE,
    registered: {
      has: (email: string) => `${email} has an account.`,
      logIn: 'Log in',
      noPassword: 'You never chose a password, or forgot it?',
      byCode: 'Log in with a code',
    },

    exists: (company: string) =>
      `${company} has an account already. Ask its admin whether you can join, or set up another account below.`,
    verification: 'a verified email',
    consent: 'your consent to our terms',
    start: 'Start a free trial',
    signIn: ['Have an account? ', 'Sign in'],
  },
  code: {
    entering: `Enter the ${CODE_LENGTH}-digit code from our email. It is valid for ${CODE_LIFETIME_MS / MINUTE_MS} minutes.`,
    verified: 'Email verified',
    mail: {
      sent: 'Our email is out. Not there? Look in spam.',
      trying:
        'We are still trying to hand over our email. You can wait here, or use another address.',
      postponed: (wait: string) =>
        `The mail server put our email back. We try again in ${wait}. You can wait here, or use another address.`,
      refused:
        'Your mail server refused our email. Look for a typing mistake in the address, or use another one.',
      bounced:
        'Our last email to this address came back. Look for a typing mistake in it, or use another one.',
      undelivered:
        'Our email could not be delivered in time. Ask for another code, or use another address.',
    },
  },
  company: {
    heading: 'Tell us about your company',
    lead: 'This sets up your account.\nCandidates see your logo when you invite them.',
    name: 'Company name',
    logo: 'Company logo',
    logoHint: '500*500, png, jpg',
    website: 'Website',
    websiteHint: 'For example www.example.com',
    departments: 'Departments you hire for',
    locations: 'Locations you hire in',
    next: 'Next',
  },
  missing: 'Still missing:',
  readOnly: 'Your account is set up, so this can no longer be changed here.',
  about: {
    heading: 'About You',
    lead: 'You will be the admin of this account.\nThe free trial has one user; paid plans have more.',
    name: 'Your name',
    email: 'Email',
    emailHint: 'Verified. You will log in with this address.',
    password: 'Create password',
    passwordHint,
    common: passwordMessages.isCommon,
    next: 'Next',
    parts: { account: 'the rest of your company (Try again)', password: 'a password' },
    retrying: 'Creating your company …',
    missing: {
      company: 'Your company was not created. Nothing you typed is lost.',
      logo: 'Your company was created, but its logo was not stored.',
      user: 'Your company was created, but you could not be added to it yet.',
    },
    retry: 'Try again',
  },
  allSet: {
    heading: 'You are all set!',
    lead: 'Optional: how candidates will see your company.\nYou can change it later.',
    displayName: 'Display name for candidates',
    about: 'About the company',
    optional: 'Optional.',
    done: 'Done',
  },
  leaving: {
    heading: 'Opening your first job post',
    lead: 'If nothing happens,',
    link: 'open it here',
  },
  failed: {
    heading: 'Something went wrong',
    lead: 'This page ran into a problem.\nWhat you typed in the steps is saved.',
    retry: 'Start again',
  },
} as const;

const nameInvalid = `Please keep the name to one line of up to ${NAME_LENGTH_MAX} characters.`;

/** Error messages of the fields of step 1. */
export const companyErrors: Record<CompanyError, string> = {
  nameInvalid,
  websiteInvalid: 'Please enter the address of a website, for example www.example.com.',
};

/** Error messages of the logo field. */
export const logoErrors: Record<LogoError, string> = {
  wrongDrop: 'Please drop a JPEG or PNG image.',
  wrongSelection: LOGO_TYPE_MESSAGE,
  unreadable: `${LOGO_TYPE_MESSAGE} Save this one again, with at most ${LOGO_SIDE_MAX_PX} pixels a side.`,
  tooLarge: `Please choose an image of at most ${LOGO_MB_MAX} MB.`,
};

/** Error messages of the fields of step 2. */
export const personErrors: Record<PersonError, string> = {
  nameMissing: 'Please enter your name first.',
  nameInvalid,
  emailMissing: 'Email cannot be empty.',
  emailInvalid: 'Please enter a valid email.',
  passwordMissing: 'Please enter a password.',
  ...passwordErrors,
};

/** Error messages of the fields of step 3. */
export const profileErrors: Record<ProfileError, string> = {
  displayNameInvalid: nameInvalid,
  aboutInvalid: `Please use at most ${ABOUT_LENGTH_MAX} characters of plain text.`,
};

/** Copy around the plan that a visitor chose before the sign-up. */
export const chosenPlanContent = {
  label: 'You picked',
  change: 'Change',
  /** Of a paid plan. */
  begins: (name: string) =>
    `You start on ${quickStart.name}, free. ${name} begins ${paidPlanBegins}.`,
} as const;
