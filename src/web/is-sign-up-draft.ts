import type { SignUpDraft, SignUpFields, WizardStep } from '#contract/sign-up.ts';

type Check = (value: unknown) => boolean;
/** A check for each key of a shape: a key that the shape gets needs one here. */
type Checks<Shape> = Record<keyof Required<Shape>, Check>;

const STEPS: readonly unknown[] = ['company', 'about', 'allSet'] satisfies WizardStep[];

const isText: Check = (value) => typeof value === 'string';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isMoment: Check = (value) => Number.isFinite(value);
const isLeftOutOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** Whether a value is an object with what is checked, and with no key beside. */
const isShaped =
  (checks: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((key) => Object.hasOwn(checks, key)) &&
    Object.entries(checks).every(([key, check]) =>
      check(Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
    );

const fieldChecks: Checks<SignUpFields> = {
  name: isText,
  website: isText,
  departments: isTexts,
  locations: isTexts,
  personName: isText,
  displayName: isText,
  about: isText,
};

const draftChecks: Checks<SignUpDraft> = {
  email: isText,
  hasAcceptedTerms: (value) => typeof value === 'boolean',
  fields: isShaped(fieldChecks),
  step: isLeftOutOr((value) => STEPS.includes(value)),
  resendAt: isLeftOutOr(isMoment),
  ticketEndsAt: isLeftOutOr(isMoment),
  ownerEmail: isLeftOutOr(isText),
  companyId: isLeftOutOr(isText),
  logoAddress: isLeftOutOr(isText),
  userId: isLeftOutOr(isText),
  isAccepted: isLeftOutOr((value) => value === true),
};

const isDraftShaped = isShaped(draftChecks);

/**
 * Whether what the browser's storage held is a draft of ours; anybody can put anything there. It is
 * checked by hand: a schema's library would be a tenth of what the page loads.
 */
export const isSignUpDraft = (value: unknown): value is SignUpDraft => isDraftShaped(value);
