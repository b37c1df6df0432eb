import type { AnyMachineSnapshot } from 'xstate';
import { done, type EdgePathOptions, plain, START_TIME_MS } from '../path-options.ts';
import { account, email, fields, ticketEndsAt } from './wizard-steps.ts';

const draft = { email, hasAcceptedTerms: true, fields };
const state = { fields, password: '' };
const created = { ...state, ...account };

/** A registered address cannot be verified again after its ticket has expired. */
const canVerify = ({ context }: AnyMachineSnapshot): boolean =>
  context.ticketEndsAt !== undefined || context.wizard.ownerEmail === undefined;

/** The same address as a phone's keyboard capitalizes it. It is sent in lower case. */
const typedEmail = 'Asha@Acme.example';

const ended = (id: string, reason: string, state: object) => done(id, { reason, state });

/** Events and inputs by chart name. */
export const options = {
  'sign-up': {
    inputs: [
      { draft: { ...draft, hasAcceptedTerms: false }, isSignedIn: false },
      { draft, isSignedIn: true },
      { draft: { ...draft, resendAt: START_TIME_MS }, isSignedIn: true },
      { draft: { ...draft, ticketEndsAt, step: 'company' }, isSignedIn: false },
      { draft: { ...draft, ...account, ticketEndsAt, step: 'about' }, isSignedIn: true },
    ],
    events: [
      ...plain('app.declined', 'restart.requested'),
      done('emailVerification', { email, hasAcceptedTerms: true, ticketEndsAt }),
      ended('wizard', 'finished', { ...account, ...state }),
      ended('wizard', 'ticketEnded', state),
      ended('wizard', 'leftByBack', state),
      ended('wizard', 'failed', state),
    ],
    isPossible: (snapshot, { type }) =>
      type !== 'xstate.done.actor.emailVerification' || canVerify(snapshot),
  },
  'email-verification': {
    inputs: [
      { email: typedEmail, hasAcceptedTerms: false, resendAt: START_TIME_MS },
      { email: '', hasAcceptedTerms: false },
      { email, hasAcceptedTerms: true, ticketEndsAt },
    ],
    events: [
      { type: 'email.changed', email: typedEmail },
      { type: 'email.changed', email },
      { type: 'email.changed', email: 'ravi@acme.example' },
      { type: 'email.changed', email: 'asha@gmail.com' },
      ...plain('code.requested', 'code.sent', 'terms.accepted', 'terms.declined', 'trial.started'),
      done('otp', { code: '012345', verified: { ok: true, ticketEndsAt } }),
      done('otp', { code: '' }),
    ],
    // A code is typed once it was sent, and an address that gets none is refused before.
    isPossible: (snapshot, { type, output }) =>
      type !== 'xstate.done.actor.otp' ||
      snapshot.matches({
        open: { address: { verifyingEmail: output.verified ? 'followed' : 'unfollowed' } },
      }),
  },
  wizard: {
    inputs: [
      { email, ticketEndsAt, state, step: 'company' },
      { email, ticketEndsAt, state: created, step: 'about' },
      { email, ticketEndsAt, state: { ...created, isAccepted: true }, step: 'allSet' },
    ],
    events: [
      ended('companyStep', 'next', created),
      ended('companyStep', 'back', state),
      ended('companyStep', 'ticketEnded', state),
      ended('personStep', 'next', { ...created, isAccepted: true }),
      ended('personStep', 'back', created),
      ended('personStep', 'ticketEnded', created),
      ended('profileStep', 'next', { ...created, isAccepted: true }),
      ended('profileStep', 'back', { ...created, isAccepted: true }),
    ],
    // An accepted account has no ticket that could expire, and its step 2 keeps it accepted.
    isPossible: ({ context }, { type, output }) => {
      if (output?.reason === 'ticketEnded') return context.state.isAccepted !== true;
      if (type === 'xstate.done.actor.personStep' && output.reason === 'back')
        return context.state.isAccepted !== true;
      return true;
    },
  },
  'checkout-script': {
    inputs: [{ isWanted: true }, { isWanted: false }],
    events: [
      done('loadScript', { ok: true }),
      done('loadScript', { ok: false, notice: 'scriptNotLoaded' }),
      done('loadScript', { ok: false, notice: 'notReady' }),
    ],
  },
} satisfies Record<string, EdgePathOptions>;
