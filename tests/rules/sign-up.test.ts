import type { AnyEventObject } from 'xstate';
import type { SignUpDraft, WizardState, WizardStep } from '#machines/rules/sign-up.ts';
import { account, email, fields, ticketEndsAt } from '#paths/options/wizard-steps.ts';
import { START_TIME_MS } from '#paths/path-options.ts';
import { checkModel, differs } from '#tests/support/rules/model.ts';

type Page = 'offeringApp' | 'emailVerification' | 'wizard' | 'failed' | 'leaving';

interface Facts {
  page: Page;
  email: string;
  hasAcceptedTerms: boolean;
  resendAt?: number | undefined;
  ticketEndsAt?: number | undefined;
  /** The company that has an account for the domain of the verified address. */
  existingCompany?: string | undefined;
  step?: WizardStep | undefined;
  /** What the wizard begins with; undefined if it crashed, which leaves nothing to compare with. */
  wizard?: WizardState | undefined;
}

interface Event {
  type: string;
  output?: {
    email: string;
    hasAcceptedTerms: boolean;
    resendAt?: number;
    ticketEndsAt: number;
    existingCompany?: string;
    reason: 'finished' | 'leftByBack' | 'ticketEnded' | 'failed';
    state: WizardState;
  };
}

const pageOf = ({ step, ticketEndsAt: until, resendAt }: SignUpDraft, isSignedIn: boolean) => {
  // "The draft and the ticket bring the visitor back to the step."
  if (until !== undefined && step !== undefined) return 'wizard';
  // "Someone who is signed in already and opens /checkout is offered the app first", unless a code was sent.
  const isBegun = until !== undefined || resendAt !== undefined;
  return isSignedIn && !isBegun ? 'offeringApp' : 'emailVerification';
};

const start = ({ draft, isSignedIn }: { draft: SignUpDraft; isSignedIn: boolean }): Facts => {
  const { email: owner, hasAcceptedTerms, resendAt, ticketEndsAt: until, step, ...wizard } = draft;
  const page = pageOf(draft, isSignedIn);
  return {
    page,
    email: owner,
    hasAcceptedTerms,
    resendAt,
    ticketEndsAt: until,
    step,
    wizard: { ...wizard, password: '' },
  };
};

/** The account belongs to the address that it was created for; another address begins a new one. */
const ownedBy = (owner: string, state: WizardState): WizardState => {
  // "Addresses are trimmed and lower-cased before they are compared."
  if (state.ownerEmail === owner.trim().toLowerCase()) return state;
  const { fields: typed, logo, rejectedLogo, password } = state;
  return { fields: typed, logo, rejectedLogo, password };
};

const verified = (facts: Facts, output: NonNullable<Event['output']>): Facts => ({
  page: 'wizard',
  email: output.email,
  hasAcceptedTerms: output.hasAcceptedTerms,
  resendAt: output.resendAt,
  ticketEndsAt: output.ticketEndsAt,
  existingCompany: output.existingCompany,
  step: 'company',
  wizard: facts.wizard && ownedBy(output.email, facts.wizard),
});

const left = (facts: Facts, { reason, state }: NonNullable<Event['output']>): Facts => {
  if (reason === 'finished') return { ...facts, page: 'leaving' };
  if (reason === 'failed') return { ...facts, page: 'failed', wizard: undefined };
  const back: Facts = { ...facts, page: 'emailVerification', step: undefined, wizard: state };
  // A ticket that has ended proves nothing any more: address and terms are asked for again.
  return reason === 'ticketEnded'
    ? {
        ...back,
        ticketEndsAt: undefined,
        existingCompany: undefined,
        resendAt: undefined,
        hasAcceptedTerms: false,
      }
    : back;
};

const next = (facts: Facts, { type, output }: Event): Facts => {
  if (facts.page === 'leaving') return facts;
  if (type === 'xstate.error.actor.emailVerification') return { ...facts, page: 'failed' };
  if (type === 'xstate.error.actor.wizard') return { ...facts, page: 'failed', wizard: undefined };
  if (type === 'xstate.done.actor.emailVerification' && output) return verified(facts, output);
  if (type === 'xstate.done.actor.wizard' && output) return left(facts, output);
  if (isOffered(facts, type)) return { ...facts, page: 'emailVerification' };
  return facts;
};

const isOffered = ({ page }: Facts, type: string): boolean =>
  (type === 'app.declined' && page === 'offeringApp') ||
  (type === 'restart.requested' && page === 'failed');

const inputOf = (facts: Facts) =>
  facts.page === 'wizard'
    ? {
        email: facts.email,
        ticketEndsAt: facts.ticketEndsAt,
        step: facts.step,
        state: facts.wizard,
      }
    : {
        email: facts.email,
        hasAcceptedTerms: facts.hasAcceptedTerms,
        resendAt: facts.resendAt,
        ticketEndsAt: facts.ticketEndsAt,
        existingCompany: facts.existingCompany,
      };

const draft: SignUpDraft = { email, hasAcceptedTerms: true, fields };
const other = 'ravi@brick.example';
const state: WizardState = {
  ...account,
  fields: { ...fields, name: 'Acme Freight' },
  password: 'p',
};
const verify = (owner: string, existingCompany?: string) => ({
  type: 'xstate.done.actor.emailVerification',
  output: { email: owner, hasAcceptedTerms: true, ticketEndsAt, existingCompany },
});
const leave = (reason: string) => ({ type: 'xstate.done.actor.wizard', output: { reason, state } });
const resumed = { ...draft, ...account, ticketEndsAt, step: 'about' as const };
const resendAt = START_TIME_MS;
const fresh = { ...draft, hasAcceptedTerms: false };

checkModel<Facts>(
  'sign-up',
  {
    start,
    next,
    stories: [
      [{ draft: resumed, isSignedIn: false }, leave('leftByBack'), verify(email)],
      [
        { draft: resumed, isSignedIn: false },
        leave('leftByBack'),
        verify(other),
        leave('finished'),
      ],
      [{ draft: resumed, isSignedIn: true }, leave('ticketEnded'), verify(other)],
      [{ draft: resumed, isSignedIn: true }, leave('ticketEnded'), verify(email)],
      [{ draft: resumed, isSignedIn: true }, leave('ticketEnded'), verify(' Asha@ACME.example')],
      [{ draft: { ...resumed, resendAt: START_TIME_MS }, isSignedIn: false }, leave('ticketEnded')],
      [{ draft: { ...resumed, step: 'allSet', isAccepted: true }, isSignedIn: true }],
      [{ draft: { ...draft, ticketEndsAt }, isSignedIn: true }, verify(email)],
      [{ draft: { ...draft, ticketEndsAt }, isSignedIn: false }, verify(other)],
      ...['leftByBack', 'ticketEnded'].map((reason): [object, ...AnyEventObject[]] => [
        { draft, isSignedIn: false },
        verify(email, 'Acme'),
        leave(reason),
      ]),
      [{ draft: { ...draft, resendAt }, isSignedIn: false }, verify(email)],
      [{ draft: { ...draft, step: 'company' }, isSignedIn: false }],
      [{ draft: { ...draft, step: 'company' }, isSignedIn: true }, { type: 'app.declined' }],
      [
        { draft: fresh, isSignedIn: false },
        { type: 'xstate.error.actor.emailVerification' },
        { type: 'restart.requested' },
        verify(other),
        { type: 'xstate.error.actor.wizard' },
        { type: 'restart.requested' },
      ],
    ],
  },
  {
    'a visitor is offered the app, verifies an address, or comes back to the step that was left': ({
      after,
      now,
    }) => differs(after.value, now.page),
    'one form is shown at a time, begun with what is known by then': ({ started, was, now }) => {
      const hasForm = now.page === 'emailVerification' || now.page === 'wizard';
      const forms = started.filter(({ id }) => id !== 'notifier');
      const isNew = hasForm && was?.page !== now.page;
      const isCompared = now.page !== 'wizard' || now.wizard !== undefined;
      const strip = (input: unknown) =>
        isCompared ? input : { ...(input as object), state: undefined };
      return differs(
        forms.map((form) => ({ ...form, input: strip(form.input) })),
        isNew ? [{ id: now.page, src: now.page, input: strip(inputOf(now)) }] : [],
      );
    },
    'a form that is left is listened to no longer, the page can be told of notices all along': ({
      after,
      now,
      started,
      was,
    }) => {
      const hasForm = now.page === 'emailVerification' || now.page === 'wizard';
      const notifiers = started.filter(({ id }) => id === 'notifier').length;
      return differs(
        [Object.keys(after.children), notifiers],
        [['notifier', ...(hasForm ? [now.page] : [])], was ? 0 : 1],
      );
    },
    'address, terms, pause and ticket are those of the last verification, until the ticket ends': ({
      after,
      now,
    }) => {
      const { email: owner, hasAcceptedTerms, resendAt, ticketEndsAt: until } = after.context;
      return differs(
        { owner, hasAcceptedTerms, resendAt, until },
        {
          owner: now.email,
          hasAcceptedTerms: now.hasAcceptedTerms,
          resendAt: now.resendAt,
          until: now.ticketEndsAt,
        },
      );
    },
    'what was typed and created is kept; another address has an account of its own': ({
      after,
      now,
    }) => now.wizard && differs(after.context['wizard'], now.wizard),
    'the step that a reload comes back to is that of the wizard, and none outside of it': ({
      after,
      now,
    }) => differs(after.context['step'], now.step),
    'declining the app and starting again are offered on their pages only; each end is heard': ({
      before,
      event,
      was,
    }) =>
      was &&
      differs(
        before.can(event),
        was.page !== 'leaving' && (isOffered(was, event.type) || event.type.startsWith('xstate.')),
      ),
    'an ended ticket says so, once; nothing else says anything here': ({ event, notices }) =>
      differs(notices, event['output']?.reason === 'ticketEnded' ? ['ticketEnded'] : []),
    'the draft is saved when a form was left, and deleted at Done, before the app is opened': ({
      actions,
      event,
      was,
      after,
    }) => {
      const reason = event['output']?.reason;
      const isVerified = was && event.type === 'xstate.done.actor.emailVerification';
      const isKept = isVerified || reason === 'ticketEnded' || reason === 'leftByBack';
      const expected = reason === 'finished' ? ['clearDraft', 'openNewJob'] : [];
      const names = isKept ? ['saveDraft'] : expected;
      return (
        differs(
          actions.map(({ name }) => name),
          names,
        ) ??
        actions
          .map(({ context }) => differs(context, after.context))
          .find((fault) => fault !== undefined)
      );
    },
    'only the page after a crash is an error': ({ after, now }) =>
      differs([...after.tags], now.page === 'failed' ? ['error'] : []),
    'the sign-up ends when the app is opened, and with nothing to tell': ({ after, now }) =>
      differs(
        [after.status, after.output],
        [now.page === 'leaving' ? 'done' : 'active', undefined],
      ),
    'no time limit stands above the forms': ({ delays }) => differs(delays, []),
  },
);
