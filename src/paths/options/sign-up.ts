import type { AnyMachineSnapshot } from 'xstate';
import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';
import { account, email, fields, ticketEndsAt } from '#paths/sign-up-sample.ts';

const draft = { email, hasAcceptedTerms: true, fields };
const wizardState = { ...account, fields, password: '' };

/** A registered address cannot be verified again after its ticket has expired. */
const canVerify = ({ context }: AnyMachineSnapshot): boolean =>
  context.ticketEndsAt !== undefined || context.wizard.ownerEmail === undefined;

/** The events that this chart may receive, and its inputs. */
export const options: EdgePathOptions = {
  inputs: [
    { draft: { ...draft, hasAcceptedTerms: false }, isSignedIn: false },
    { draft, isSignedIn: true },
    { draft: { ...draft, resendAt: START_TIME_MS }, isSignedIn: true },
    { draft: { ...draft, ticketEndsAt, step: 'company' }, isSignedIn: false },
    { draft: { ...draft, ...account, ticketEndsAt, step: 'about' }, isSignedIn: true },
  ],
  events: [
    { type: 'app.declined' },
    { type: 'restart.requested' },
    {
      type: 'xstate.done.actor.emailVerification',
      output: { email, hasAcceptedTerms: true, ticketEndsAt },
    },
    { type: 'xstate.error.actor.emailVerification' },
    { type: 'xstate.done.actor.wizard', output: { reason: 'finished', state: wizardState } },
    {
      type: 'xstate.done.actor.wizard',
      output: { reason: 'ticketEnded', state: { fields, password: '' } },
    },
    {
      type: 'xstate.done.actor.wizard',
      output: { reason: 'leftByBack', state: { fields, password: '' } },
    },
    {
      type: 'xstate.done.actor.wizard',
      output: { reason: 'failed', state: { fields, password: '' } },
    },
    { type: 'xstate.error.actor.wizard' },
  ],
  isPossible: (snapshot, { type }) =>
    type !== 'xstate.done.actor.emailVerification' || canVerify(snapshot),
};
