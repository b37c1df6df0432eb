import { type CompanyFields, companyFault, isCompanyFilled } from './company.ts';
import { ABOUT_LENGTH_MAX, NAME_LENGTH_MAX } from './limits.ts';
import { isLogoSize, isLogoType } from './logo.ts';
import { type PersonFault, personFault } from './person.ts';
import { isPlainText, isSingleLine } from './text.ts';

/** What exists of a new account, and whose it is: ids of the company and its first user, the address of the stored logo. */
export interface Account {
  ownerEmail?: string | undefined;
  companyId?: string | undefined;
  logoAddress?: string | undefined;
  userId?: string | undefined;
  /** Name and password are set: the ticket has ended, and the first two steps can't be changed. */
  isAccepted?: boolean | undefined;
}

/** Whether nothing is missing of an account. */
export const isAccountComplete = ({ companyId, logoAddress, userId }: Account): boolean =>
  companyId !== undefined && logoAddress !== undefined && userId !== undefined;

/** What is typed in the three steps of the wizard, the logo and the password aside. */
export interface SignUpFields extends CompanyFields {
  personName: string;
  displayName: string;
  about: string;
}

export type WizardStep = 'company' | 'about' | 'allSet';

/** What a reload brings back. `step` is missing before the wizard; times are epoch ms. */
export interface SignUpDraft extends Account {
  email: string;
  hasAcceptedTerms: boolean;
  fields: SignUpFields;
  step?: WizardStep | undefined;
  resendAt?: number | undefined;
  ticketEndsAt?: number | undefined;
}

/** A logo as it was chosen, and how. */
export interface ChosenLogo {
  file: File;
  isDropped: boolean;
  /** The server could not decode it, whatever it calls itself. */
  isUnreadable?: boolean;
}

/** Why a chosen file can't be the logo; a dropped file has words of its own. */
export type LogoFault = 'wrongDrop' | 'wrongSelection' | 'tooLarge';

/** Finds what is wrong with a chosen logo, or nothing; the server decides by decoding. */
export const logoFault = ({
  file,
  isDropped,
  isUnreadable = false,
}: ChosenLogo): LogoFault | undefined => {
  if (isUnreadable || !isLogoType(file)) return isDropped ? 'wrongDrop' : 'wrongSelection';
  return isLogoSize(file) ? undefined : 'tooLarge';
};

/** What the guards of the wizard look at. */
export interface SignUpState extends SignUpDraft {
  logo?: File | undefined;
  password: string;
}

/** Whether there is a logo: stored already, or chosen and still to be sent. */
export const hasLogo = ({ logo, logoAddress }: SignUpState): boolean =>
  (logo ?? logoAddress) !== undefined;

/** Whether step 1 is filled in (what makes Next active). */
export const isCompanyStepFilled = (state: SignUpState): boolean =>
  isCompanyFilled(state.fields) && hasLogo(state);

/** Whether step 1 is filled in and the server would take it. */
export const isCompanyStepValid = (state: SignUpState): boolean =>
  isCompanyStepFilled(state) && companyFault(state.fields) === undefined;

/** The first fault of step 2, or nothing. */
export const aboutStepFault = ({ fields, email, password }: SignUpState): PersonFault | undefined =>
  personFault({ name: fields.personName, email, password });

/** Whether a display name can be stored; it may be left empty. */
export const isDisplayName = (text: string): boolean =>
  text.length <= NAME_LENGTH_MAX && isSingleLine(text);

/** Whether a text about the company can be stored; it may be left empty. */
export const isAboutText = (text: string): boolean =>
  text.length <= ABOUT_LENGTH_MAX && isPlainText(text);

/** The first thing that keeps step 3 from being sent, in the order of its fields. */
export type ProfileFault = 'displayNameInvalid' | 'aboutInvalid';

/** Finds the first fault of step 3, or nothing. */
export const profileFault = ({ displayName, about }: SignUpFields): ProfileFault | undefined => {
  if (!isDisplayName(displayName)) return 'displayNameInvalid';
  return isAboutText(about) ? undefined : 'aboutInvalid';
};
