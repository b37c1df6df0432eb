import { EMPTY_FIELDS, type SignUpDraft, WIZARD_STEPS } from '#contract/sign-up.ts';

type Check = (value: unknown) => boolean;
/** One check per key. The type requires a check for each new key. */
type Checks<Shape> = Record<keyof Required<Shape>, Check>;

const STEPS: readonly unknown[] = WIZARD_STEPS;

const isText: Check = (value) => typeof value === 'string';
const isTextArray: Check = (value) => Array.isArray(value) && value.every(isText);
const isTimestamp: Check = (value) => Number.isFinite(value);
const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** Whether a value is an object whose keys all pass their checks and that has no other keys. */
const isShaped =
  (checks: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((key) => Object.hasOwn(checks, key)) &&
    Object.entries(checks).every(([key, check]) =>
      check(Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
    );

/** The check of a field derives from the type of its empty value. */
const fieldChecks = Object.fromEntries(
  Object.entries(EMPTY_FIELDS).map(([key, empty]) => [
    key,
    Array.isArray(empty) ? isTextArray : isText,
  ]),
);

const draftChecks: Checks<SignUpDraft> = {
  email: isText,
  hasAcceptedTerms: (value) => typeof value === 'boolean',
  fields: isShaped(fieldChecks),
  step: isOptional((value) => STEPS.includes(value)),
  resendAt: isOptional(isTimestamp),
  ticketEndsAt: isOptional(isTimestamp),
  ownerEmail: isOptional(isText),
  companyId: isOptional(isText),
  logoAddress: isOptional(isText),
  userId: isOptional(isText),
  isAccepted: isOptional((value) => value === true),
};

const isDraftShaped = isShaped(draftChecks);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDraft = (value: unknown): value is SignUpDraft => isDraftShaped(value);

/**
 * The draft in a stored value; undefined if it is none. Fields that the page did not have when the draft was
 * stored are empty. No schema library: it would be a tenth of the page's script.
 */
export const toSignUpDraft = (value: unknown): SignUpDraft | undefined => {
  if (!isObject(value) || !('fields' in value) || !isObject(value.fields)) return undefined;
  const draft = { ...value, fields: { ...EMPTY_FIELDS, ...value.fields } };
  return isDraft(draft) ? draft : undefined;
};
