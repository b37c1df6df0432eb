import type { SnapshotFrom } from 'xstate';
import { CODE_LIFETIME_MS } from '#contract/limits.ts';
import type { SignUpDraft } from '#contract/sign-up.ts';
import { storageKeys } from '#contract/storage-keys.ts';
import type { signUpMachine } from '#machines/sign-up.ts';
import { isSignUpDraft } from './is-sign-up-draft.ts';
import { storage } from './storage.ts';

const KEY = storageKeys.signUpDraft;

/** Another tab finished this sign-up, or logged out: what this tab still holds must not come back. */
let isEndedElsewhere = false;
// Not where the build prerenders.
globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === KEY && newValue === null) isEndedElsewhere = true;
});

/** A sign-up of which nothing is typed yet, but for an address that came with the visitor. */
export const emptyDraft = (email: string): SignUpDraft => ({
  email,
  hasAcceptedTerms: false,
  fields: {
    name: '',
    website: '',
    departments: [],
    locations: [],
    personName: '',
    displayName: '',
    about: '',
  },
});

const NOTHING = JSON.stringify(emptyDraft(''));

const parse = (stored: string): SignUpDraft | undefined => {
  try {
    const value: unknown = JSON.parse(stored);
    return isSignUpDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** The draft that an earlier visit left, unless its ticket has ended by `now` (epoch ms). */
export const readDraft = (now: number): SignUpDraft | undefined => {
  isEndedElsewhere = false;
  const stored = storage.read(KEY);
  const draft = stored === undefined ? undefined : parse(stored);
  if (!draft || (draft.ticketEndsAt ?? Number.POSITIVE_INFINITY) <= now) {
    storage.remove(KEY);
    return undefined;
  }
  const { resendAt, ...rest } = draft;
  const isCodeAlive = resendAt !== undefined && resendAt + CODE_LIFETIME_MS > now;
  return isCodeAlive ? draft : rest;
};

type SignUpSnapshot = SnapshotFrom<typeof signUpMachine>;

const trialDraft = (snapshot: SignUpSnapshot): Partial<SignUpDraft> => {
  const trial = snapshot.children.trial?.getSnapshot();
  if (!trial) return {};
  const otp = trial.children.otp?.getSnapshot();
  const { email, ticketEndsAt } = trial.context;
  const resendAt = otp && otp.context.resendAt > 0 ? otp.context.resendAt : undefined;
  const hasAcceptedTerms = trial.matches({ open: { terms: 'accepted' } });
  return { email, ticketEndsAt, resendAt, hasAcceptedTerms };
};

const stepOf = (snapshot: SignUpSnapshot): SignUpDraft['step'] => {
  if (snapshot.matches({ wizard: 'company' })) return 'company';
  if (snapshot.matches({ wizard: 'about' })) return 'about';
  return snapshot.matches({ wizard: 'allSet' }) ? 'allSet' : undefined;
};

/** What of a sign-up is worth a reload: no code, no password, no bytes of the logo. */
const draftOf = (snapshot: SignUpSnapshot): SignUpDraft => {
  const { email, hasAcceptedTerms, fields, ticketEndsAt } = snapshot.context;
  const { ownerEmail, companyId, logoAddress, userId, isAccepted } = snapshot.context;
  return {
    email,
    hasAcceptedTerms,
    fields,
    ticketEndsAt,
    ownerEmail,
    companyId,
    logoAddress,
    userId,
    isAccepted,
    step: stepOf(snapshot),
    ...trialDraft(snapshot),
  };
};

/**
 * Writes the draft of a sign-up that goes on, or deletes that of one that is over. A chart that was
 * stopped, because the visitor went to another page, has lost its children and is not written.
 */
export const keepDraft = (snapshot: SignUpSnapshot): void => {
  if (snapshot.status === 'done') storage.remove(KEY);
  const isWhole = !snapshot.matches('trial') || snapshot.children.trial !== undefined;
  const isUnderWay = snapshot.status === 'active' && !snapshot.matches('offeringApp');
  if (!isUnderWay || !isWhole || isEndedElsewhere) return;
  const draft = JSON.stringify(draftOf(snapshot));
  // Who only looked has nothing to lose, and finds the document's first view the next time, too.
  if (draft !== NOTHING || storage.read(KEY) !== undefined) storage.write(KEY, draft);
};
