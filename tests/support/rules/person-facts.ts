import { isName } from '#contract/account.ts';
import { isEmail } from '#contract/email.ts';
import { validatePassword } from '#contract/password.ts';
import type { WizardState } from '#machines/rules/sign-up.ts';
import { createdInto, type StepEvent, typedInto } from './sign-up-facts.ts';

/** What the form says is wrong: what the server would refuse, no password, or a common one. */
export type Complaint = 'refused' | 'passwordMissing' | 'common';

/** What is true of step 2 of the wizard. */
export interface PersonFacts {
  email: string;
  ticketEndsAt?: number | undefined;
  state: WizardState;
  complaint?: Complaint | undefined;
  /** Next was pressed, and name and password are being saved. */
  isSaving: boolean;
  /** The password that was sent. */
  sent?: string;
  /** "Try again" was pressed; the logo that is being sent. */
  retrying?: { logo: File | undefined };
  end?: 'next' | 'back' | 'ticketEnded';
}

/** Whether name and password are stored, and can only be read. */
export const isReadOnly = ({ state }: PersonFacts): boolean => state.isAccepted === true;

/** Whether company, logo and user exist. */
export const isComplete = ({ companyId, logoAddress, userId }: WizardState): boolean =>
  [companyId, logoAddress, userId].every((part) => part !== undefined);

/** The field that the server would refuse, the first in the order of the form. */
export const errorOf = (state: WizardState, owner: string): string | undefined => {
  if (!isName(state.fields.personName)) return 'name';
  if (!isEmail(owner)) return 'email';
  return validatePassword(state.password, owner) && 'password';
};

const isPersonValid = (state: WizardState, owner: string): boolean =>
  isName(state.fields.personName) && isEmail(owner);

/** Whether the form of step 2 offers what the event says; an answer is always heard. */
export const isOffered = (facts: PersonFacts, { type }: StepEvent): boolean => {
  const { state, isSaving, retrying, end } = facts;
  if (end) return false;
  // "Next is disabled when the password is empty or the user id is missing"; a logo that failed alone is "a
  // failed creation", which is repeated first.
  if (type === 'person.submitted')
    return isReadOnly(facts) || (!isSaving && state.password !== '' && isComplete(state));
  // "A step that is busy ignores" Back: the answer decides what the account is.
  if (type === 'back.requested') return !isSaving;
  if (type === 'creation.retried') return !isReadOnly(facts) && !isComplete(state) && !retrying;
  // A password that is still missing is said when its field is left.
  if (type === 'person.reviewed') return !isReadOnly(facts) && !isSaving && state.password === '';
  return type !== 'password.changed' || !isReadOnly(facts);
};

const press = (facts: PersonFacts): PersonFacts => {
  if (isReadOnly(facts)) return { ...facts, end: 'next' };
  return errorOf(facts.state, facts.email) === undefined
    ? { ...facts, isSaving: true, complaint: undefined, sent: facts.state.password }
    : { ...facts, complaint: 'refused' };
};

const retry = (facts: PersonFacts): PersonFacts => {
  const { logo, logoAddress } = facts.state;
  // "After a reload, when its bytes are gone, Try again leads back to step 1."
  return (logo ?? logoAddress) === undefined
    ? { ...facts, end: 'back' }
    : { ...facts, retrying: { logo } };
};

const saved = (
  facts: PersonFacts,
  { ok, reason }: NonNullable<StepEvent['output']>,
): PersonFacts => {
  const { state } = facts;
  const answered = { ...facts, isSaving: false };
  if (ok || reason === 'accepted') {
    const { displayName, name } = state.fields;
    const accepted = typedInto(state, { displayName: displayName || name });
    return { ...answered, state: { ...accepted, isAccepted: true, password: '' }, end: 'next' };
  }
  // "A session lost inside the wizard is opened again from the ticket by Try again": user/create does that.
  if (reason === 'signedOut') return { ...answered, state: { ...state, userId: undefined } };
  // Another password than the one that was refused is not refused.
  return reason === 'common' && state.password === facts.sent
    ? { ...answered, complaint: 'common' }
    : answered;
};

/** The facts of step 2 after an event. */
export const nextPerson = (facts: PersonFacts, event: StepEvent): PersonFacts => {
  const { state, retrying, ...rest } = facts;
  if (!isOffered(facts, event)) return facts;
  switch (event.type) {
    case 'field.changed':
      return { ...facts, state: typedInto(state, event.fields) };
    case 'password.changed':
      return {
        ...facts,
        state: { ...state, password: event.password ?? '' },
        // The error of another field stays.
        complaint:
          facts.complaint === 'refused' && !isPersonValid(state, facts.email)
            ? 'refused'
            : undefined,
      };
    case 'person.reviewed':
      return { ...facts, complaint: 'passwordMissing' };
    case 'person.submitted':
      return press(facts);
    case 'back.requested':
      return { ...facts, end: 'back' };
    case 'creation.retried':
      return retry(facts);
    case 'xstate.done.actor.creation':
      return event.output?.isTicketRejected
        ? { ...rest, state, end: 'ticketEnded' }
        : { ...rest, state: createdInto(state, retrying?.logo, event.output ?? {}) };
    case 'xstate.error.actor.creation':
      return { ...rest, state };
    case 'xstate.done.actor.completeUser':
      return saved(facts, event.output ?? {});
    case 'xstate.error.actor.completeUser':
      return { ...facts, isSaving: false };
    case 'xstate.after.ticketLife.personStep.open':
      return { ...rest, state, isSaving: false, end: 'ticketEnded' };
    default:
      return facts;
  }
};
