import { isSameEmail } from '#contract/email.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import {
  EMPTY_FIELDS,
  type SignUpDraft,
  WIZARD_STEPS,
  type WizardState,
} from '#machines/rules/sign-up.ts';
import { isCodeUnexpired } from '#web/api/calls/code.ts';
import { createDraft } from '#web/platform/storage.ts';

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

/** Whether a value is an object whose keys pass their checks. Others are of a newer version, and stay. */
const isShaped =
  (checks: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
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
const toSignUpDraft = (value: unknown): SignUpDraft | undefined => {
  if (!isObject(value) || !('fields' in value) || !isObject(value.fields)) return undefined;
  const draft = { ...value, fields: { ...EMPTY_FIELDS, ...value.fields } };
  return isDraft(draft) ? draft : undefined;
};

const storedDraft = createDraft({
  key: storageKeys.signUpDraft,
  storage: 'local',
  parse: toSignUpDraft,
});

/** Another tab finished this sign-up or logged out: this tab must not store its draft again. */
let isEndedElsewhere = false;
// Node has no `addEventListener` when the build prerenders.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === storageKeys.signUpDraft && newValue === null) isEndedElsewhere = true;
});

/** A draft with an email address only. */
export const emptyDraft = (email: string): SignUpDraft => ({
  email,
  hasAcceptedTerms: false,
  fields: EMPTY_FIELDS,
});

const EMPTY = JSON.stringify(emptyDraft(''));

/** The stored draft; undefined if its ticket has expired at `now` (epoch ms). */
export const readDraft = (now: number): SignUpDraft | undefined => {
  isEndedElsewhere = false;
  const draft = storedDraft.read();
  if (!draft || (draft.ticketEndsAt ?? Number.POSITIVE_INFINITY) <= now) {
    storedDraft.clear();
    return undefined;
  }
  const { resendAt, ...rest } = draft;
  return isCodeUnexpired(resendAt, now) ? draft : rest;
};

/** The part of the wizard's state that is stored: no logo, no password. */
export const draftOf = ({
  fields,
  ownerEmail,
  companyId,
  logoAddress,
  userId,
  isAccepted,
}: WizardState): Partial<SignUpDraft> => ({
  fields,
  ownerEmail,
  companyId,
  logoAddress,
  userId,
  isAccepted,
});

let current = emptyDraft('');

/** Sets the current draft, into which `saveDraft` merges its changes. */
export const openDraft = (draft: SignUpDraft): void => {
  current = draft;
};

/** When another code may be requested (epoch ms), if one was sent; after a reload too. */
export const resendTime = (): number | undefined => current.resendAt;

const changesBetween = <Shape extends object>(before: Shape, after: Shape): Partial<Shape> =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => value !== Reflect.get(before, key)),
  ) as Partial<Shape>;

/**
 * Merges changes into the draft and stores it, unless another tab ended this sign-up. Another tab of the same
 * sign-up may have stored texts since: only what has changed here is written over them.
 */
export const saveDraft = (changes: Partial<SignUpDraft>): void => {
  const before = current;
  current = { ...current, ...changes };
  if (isEndedElsewhere) return;
  const stored = storedDraft.read();
  const isShared = stored !== undefined && isSameEmail(stored.email, before.email);
  const draft = isShared
    ? {
        ...stored,
        ...changesBetween(before, current),
        fields: { ...stored.fields, ...changesBetween(before.fields, current.fields) },
      }
    : current;
  // An empty draft is not stored: the prerendered view stays valid.
  if (stored || JSON.stringify(draft) !== EMPTY) storedDraft.save(draft);
};

export const clearDraft = storedDraft.clear;
