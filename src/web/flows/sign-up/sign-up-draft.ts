import { CODE_LIFETIME_MS } from '#contract/code.ts';
import { EMPTY_FIELDS, type SignUpDraft, type WizardState } from '#contract/sign-up.ts';
import { storageKeys } from '#contract/storage-keys.ts';
import { storage } from '#web/platform/storage.ts';
import { toSignUpDraft } from './to-sign-up-draft.ts';

const KEY = storageKeys.signUpDraft;

/** Another tab finished this sign-up or logged out: this tab must not store its draft again. */
let isEndedElsewhere = false;
// Node has no `addEventListener` when the build prerenders.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === KEY && newValue === null) isEndedElsewhere = true;
});

/** A draft with an email address only. */
export const emptyDraft = (email: string): SignUpDraft => ({
  email,
  hasAcceptedTerms: false,
  fields: EMPTY_FIELDS,
});

const EMPTY = JSON.stringify(emptyDraft(''));

const parse = (stored: string): SignUpDraft | undefined => {
  try {
    return toSignUpDraft(JSON.parse(stored));
  } catch {
    return undefined;
  }
};

/** The stored draft; undefined if its ticket has expired at `now` (epoch ms). */
export const readDraft = (now: number): SignUpDraft | undefined => {
  isEndedElsewhere = false;
  const stored = storage.read(KEY);
  const draft = stored === undefined ? undefined : parse(stored);
  if (!draft || (draft.ticketEndsAt ?? Number.POSITIVE_INFINITY) <= now) {
    storage.remove(KEY);
    return undefined;
  }
  const { resendAt, ...rest } = draft;
  const isCodeValid = resendAt !== undefined && resendAt + CODE_LIFETIME_MS > now;
  return isCodeValid ? draft : rest;
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

/** Merges changes into the draft and stores it, unless another tab ended this sign-up. */
export const saveDraft = (changes: Partial<SignUpDraft>): void => {
  current = { ...current, ...changes };
  if (isEndedElsewhere) return;
  const draft = JSON.stringify(current);
  // An empty draft is not stored: the prerendered view stays valid.
  if (draft !== EMPTY || storage.read(KEY) !== undefined) storage.write(KEY, draft);
};

export const clearDraft = (): void => storage.remove(KEY);
