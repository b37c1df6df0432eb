import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import type { EdgePathOptions } from '#tests/support/edge-paths.ts';
import { READ_AT_MS } from '#tests/support/read-at.ts';

const email = 'asha@acme.example';
const ticketEndsAt = READ_AT_MS + 7_200_000;
const account = { ownerEmail: email, companyId: 'c', logoAddress: '/logos/l.png', userId: 'u' };
const image = new File(['bytes'], 'logo.png', { type: 'image/png' });
const text = new File(['bytes'], 'logo.txt', { type: 'text/plain' });
/** Long enough, but the server knows it. */
const COMMON_PASSWORD = 'password1';
const fields = {
  name: 'Acme',
  website: 'acme.example',
  departments: ['Sales'],
  locations: ['Delhi'],
  personName: 'Asha',
  displayName: '',
  about: '',
};
const draft = { email, hasAcceptedTerms: true, fields };

/** An address that may have its user can't prove itself again once its ticket is gone. */
const canProve = ({ context }: AnyMachineSnapshot): boolean =>
  context.ticketEndsAt !== undefined || context.ownerEmail === undefined;

const isSaving = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ wizard: { about: { person: 'saving' } } });

const canEnter = (snapshot: AnyMachineSnapshot, changed: object): boolean =>
  snapshot.matches(
    'displayName' in changed ? { wizard: 'allSet' } : { wizard: { company: 'editing' } },
  );

/** Only a logo that is still to be sent can fail; the server refuses common passwords, and no others. */
const canAnswer = ({ context }: AnyMachineSnapshot, { type, output }: AnyEventObject): boolean => {
  const isCommon = context.password === COMMON_PASSWORD;
  if (type === 'xstate.done.actor.creation')
    return output.isTicketLost || output.logoAddress || context.logo !== undefined;
  if (output?.ok) return !isCommon;
  return output?.reason !== 'common' || isCommon;
};

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [
    { draft: { ...draft, hasAcceptedTerms: false }, isSignedIn: false },
    { draft, isSignedIn: true },
    { draft: { ...draft, resendAt: READ_AT_MS }, isSignedIn: true },
    { draft: { ...draft, ticketEndsAt, step: 'company' }, isSignedIn: false },
    { draft: { ...draft, ticketEndsAt, step: 'about' }, isSignedIn: true },
    { draft: { ...draft, ...account, ticketEndsAt, step: 'allSet' }, isSignedIn: true },
    {
      draft: { ...draft, ...account, ticketEndsAt, isAccepted: true, step: 'about' },
      isSignedIn: true,
    },
  ],
  events: [
    { type: 'app.declined' },
    { type: 'trial.revisited' },
    { type: 'company.revisited' },
    { type: 'about.revisited' },
    { type: 'field.changed', fields: { website: 'not a website' } },
    { type: 'field.changed', fields: { website: 'acme.example' } },
    { type: 'logo.chosen', logo: { file: image, isDropped: false } },
    { type: 'logo.chosen', logo: { file: text, isDropped: true } },
    { type: 'password.changed', password: 'short' },
    { type: 'password.changed', password: COMMON_PASSWORD },
    { type: 'password.changed', password: 'quiet lantern river' },
    { type: 'field.changed', fields: { displayName: 'two\vlines' } },
    { type: 'field.changed', fields: { displayName: 'Acme' } },
    { type: 'company.submitted' },
    { type: 'creation.retried' },
    { type: 'person.reviewed' },
    { type: 'person.submitted' },
    { type: 'profile.submitted' },
    { type: 'xstate.done.actor.trial', output: { email, hasAcceptedTerms: true, ticketEndsAt } },
    { type: 'xstate.done.actor.creation', output: { ...account, logo: undefined } },
    {
      type: 'xstate.done.actor.creation',
      output: { ownerEmail: email, companyId: 'c', userId: 'u', logo: image },
    },
    {
      type: 'xstate.done.actor.creation',
      output: { ownerEmail: email, companyId: 'c', userId: 'u', logo: undefined },
    },
    { type: 'xstate.done.actor.creation', output: { isTicketLost: true } },
    { type: 'xstate.error.actor.creation' },
    { type: 'xstate.done.actor.completeUser', output: { ok: true } },
    { type: 'xstate.done.actor.completeUser', output: { ok: false, reason: 'signedOut' } },
    { type: 'xstate.done.actor.completeUser', output: { ok: false, reason: 'common' } },
    { type: 'xstate.done.actor.completeUser', output: { ok: false, reason: 'accepted' } },
    { type: 'xstate.done.actor.completeUser', output: { ok: false, reason: 'other' } },
    { type: 'xstate.error.actor.completeUser' },
    { type: 'xstate.done.actor.describeCompany' },
    { type: 'xstate.error.actor.describeCompany' },
    { type: 'xstate.after.ticketLife.signUp.wizard' },
  ],
  isPossible: (snapshot, event) => {
    // What is typed while a password is saved says nothing about the one that is.
    if (event.type === 'password.changed' && isSaving(snapshot))
      return snapshot.context.password !== COMMON_PASSWORD && event['password'] !== COMMON_PASSWORD;
    if (event.type === 'field.changed') return canEnter(snapshot, event['fields']);
    if (event.type === 'xstate.done.actor.trial') return canProve(snapshot);
    // A history that broke is shown no step any more: it breaks where hardly one follows.
    if (event.type === 'xstate.error.actor.history')
      return snapshot.matches({ wizard: { allSet: 'saving' } });
    return !event.type.startsWith('xstate.done.') || canAnswer(snapshot, event);
  },
};
