import type { CallbackActorLogic, EventObject } from 'xstate';
import { isAboutText, isDisplayName, isName } from '#contract/account.ts';
import { isWebsite, LOGO_BYTES_MAX, LOGO_TYPES } from '#contract/company.ts';
import { isEmail } from '#contract/email.ts';
import { type PasswordError, validatePassword } from '#contract/password.ts';
import { isFilled } from '#contract/text.ts';

/** Server-side state of a new account: its email address, ids of company and user, URL path of the logo. */
export interface AccountProgress {
  ownerEmail?: string | undefined;
  companyId?: string | undefined;
  logoAddress?: string | undefined;
  userId?: string | undefined;
  /** Name and password are set: the ticket is revoked, and steps 1 and 2 are read-only. */
  isAccepted?: boolean | undefined;
}

/** Whether company, logo and user exist. */
export const isAccountComplete = ({ companyId, logoAddress, userId }: AccountProgress): boolean =>
  companyId !== undefined && logoAddress !== undefined && userId !== undefined;

/** Fields of step 1 of the wizard, without the logo. */
export interface CompanyFields {
  name: string;
  website: string;
  departments: string[];
  locations: string[];
}

/** The fields of step 1 among those of all steps. */
export const companyFieldsOf = ({
  name,
  website,
  departments,
  locations,
}: CompanyFields): CompanyFields => ({ name, website, departments, locations });

/** Joins the chosen locations into the API's string. */
export const joinLocations = (locations: readonly string[]): string => locations.join(', ');

/** A field of a filled company that the server would reject. */
export type CompanyError = 'nameInvalid' | 'websiteInvalid';

/** The first invalid field of a filled company, in the order of the form; undefined if all are valid. */
export const validateCompany = ({ name, website }: CompanyFields): CompanyError | undefined => {
  if (!isName(name)) return 'nameInvalid';
  if (!isWebsite(website)) return 'websiteInvalid';
  return undefined;
};

/** The fields of all three steps of the wizard, without logo and password. */
export interface SignUpFields extends CompanyFields {
  personName: string;
  displayName: string;
  about: string;
}

export const EMPTY_FIELDS: SignUpFields = {
  name: '',
  website: '',
  departments: [],
  locations: [],
  personName: '',
  displayName: '',
  about: '',
};

/** The steps of the wizard, in their order. */
export const WIZARD_STEPS = ['company', 'about', 'allSet'] as const;

export type WizardStep = (typeof WIZARD_STEPS)[number];

/** The stored sign-up. `step` is undefined before the wizard. Times are epoch ms. */
export interface SignUpDraft extends AccountProgress {
  email: string;
  hasAcceptedTerms: boolean;
  fields: SignUpFields;
  step?: WizardStep | undefined;
  resendAt?: number | undefined;
  ticketEndsAt?: number | undefined;
}

/** A chosen logo file. `isDropped`: chosen by drag and drop. */
export interface ChosenLogo {
  file: File;
  isDropped: boolean;
  /** The server could not read the file, or it has too many pixels. */
  isUnreadable?: boolean;
}

/** Validation error of a logo file. A dropped file has its own message. */
export type LogoError = 'wrongDrop' | 'wrongSelection' | 'unreadable' | 'tooLarge';

/** Validation error of a chosen logo; undefined if there is none. The server also decodes the file. */
export const validateLogo = ({
  file,
  isDropped,
  isUnreadable = false,
}: ChosenLogo): LogoError | undefined => {
  const isImage = LOGO_TYPES.some((type) => type === file.type);
  if (isUnreadable) return 'unreadable';
  if (!isImage) return isDropped ? 'wrongDrop' : 'wrongSelection';
  return file.size <= LOGO_BYTES_MAX ? undefined : 'tooLarge';
};

/** A created account. `logo`: the file, if it still has to be uploaded. */
export type CreatedAccount = Omit<AccountProgress, 'isAccepted'> & { logo?: File | undefined };

/** The state that the wizard's steps share. A draft contains neither logo nor password. */
export interface WizardState extends AccountProgress {
  fields: SignUpFields;
  logo?: File | undefined;
  /** The last file that was rejected. */
  rejectedLogo?: ChosenLogo | undefined;
  password: string;
}

/** Picks the shared state of the wizard's steps from a chart's context. */
export const wizardStateOf = ({
  fields,
  ownerEmail,
  companyId,
  logo,
  logoAddress,
  rejectedLogo,
  userId,
  isAccepted,
  password,
}: WizardState): WizardState => ({
  fields,
  ownerEmail,
  companyId,
  logo,
  logoAddress,
  rejectedLogo,
  userId,
  isAccepted,
  password,
});

/** The input of a step's chart. `ticketEndsAt` (epoch ms): when the sign-up ticket expires. */
export interface StepInput {
  email: string;
  ticketEndsAt?: number | undefined;
  state: WizardState;
}

/** Adds a browser history entry for a step. The browser's Back button sends `back.requested`. */
export type StepHistory = CallbackActorLogic<EventObject, { step: WizardStep }>;

/** The output of a step's chart. */
export interface StepOutput {
  reason: 'next' | 'back' | 'ticketEnded';
  state: WizardState;
}

/** A step's output, from what its final state returned as `reason`. */
export const stepOutputOf = (reason: unknown, state: WizardState): StepOutput => ({
  reason: reason as StepOutput['reason'],
  state: wizardStateOf(state),
});

/**
 * The account after a creation. A logo that the server could not decode becomes `rejectedLogo`; the
 * visitor has to choose another one.
 * @param sent the logo that was uploaded
 */
export const accountAfter = (sent: File | undefined, created: CreatedAccount) => ({
  ownerEmail: created.ownerEmail,
  companyId: created.companyId,
  logo: created.logo,
  logoAddress: created.logoAddress,
  userId: created.userId,
  rejectedLogo:
    sent && !created.logo && !created.logoAddress
      ? { file: sent, isDropped: false, isUnreadable: true }
      : undefined,
});

type CompanyStepState = Pick<WizardState, 'fields' | 'logo' | 'logoAddress'>;

/** Whether a logo is stored or chosen. */
export const hasLogo = ({ logo, logoAddress }: Omit<CompanyStepState, 'fields'>): boolean =>
  (logo ?? logoAddress) !== undefined;

/** A part of step 1 that Next needs. */
export type CompanyPart = 'name' | 'logo' | 'website' | 'departments' | 'locations';

/** The parts of step 1 that are not filled in, in the order of the form. Without any, Next is enabled. */
export const missingCompanyParts = ({ fields, ...logos }: CompanyStepState): CompanyPart[] => {
  const parts = {
    name: isFilled(fields.name),
    logo: hasLogo(logos),
    website: isFilled(fields.website),
    departments: fields.departments.length > 0,
    locations: fields.locations.length > 0,
  };
  return (Object.keys(parts) as (keyof typeof parts)[]).filter((part) => !parts[part]);
};

/** Whether step 1 is filled in, which enables Next. */
export const isCompanyStepFilled = (state: CompanyStepState): boolean =>
  missingCompanyParts(state).length === 0;

/** Whether step 1 is filled in and valid. */
export const isCompanyStepValid = (state: CompanyStepState): boolean =>
  isCompanyStepFilled(state) && validateCompany(state.fields) === undefined;

/** The parts of step 2 that Next waits for, in the order of the page. */
export const missingPersonParts = (
  state: AccountProgress & Pick<WizardState, 'password'>,
): ('account' | 'password')[] => [
  ...(isAccountComplete(state) ? [] : (['account'] as const)),
  ...(state.password === '' ? (['password'] as const) : []),
];

/** Validation error of step 2. */
export type PersonError =
  | 'nameMissing'
  | 'nameInvalid'
  | 'emailMissing'
  | 'emailInvalid'
  | 'passwordMissing'
  | PasswordError;

/**
 * The first validation error of step 2 in the order of the form; undefined if there is none. The email
 * address is the verified one.
 */
export const validatePersonStep = ({
  fields: { personName },
  email,
  password,
}: Pick<WizardState, 'fields' | 'password'> & { email: string }): PersonError | undefined => {
  if (!isFilled(personName)) return 'nameMissing';
  if (!isName(personName)) return 'nameInvalid';
  if (!isFilled(email)) return 'emailMissing';
  if (!isEmail(email)) return 'emailInvalid';
  if (password === '') return 'passwordMissing';
  return validatePassword(password, email);
};

/** Validation error of step 3. */
export type ProfileError = 'displayNameInvalid' | 'aboutInvalid';

/** The first validation error of step 3 in the order of the form; undefined if there is none. */
export const validateProfile = ({ displayName, about }: SignUpFields): ProfileError | undefined => {
  if (!isDisplayName(displayName)) return 'displayNameInvalid';
  return isAboutText(about) ? undefined : 'aboutInvalid';
};
