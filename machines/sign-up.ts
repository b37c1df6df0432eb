import { assign, sendTo, setup, spawnChild } from 'xstate';
import { canonicalEmail } from '#contract/email.ts';
import type { EmailVerification, emailVerificationMachine } from './email-verification.ts';
import { type Notifier, notifierOf, toNoticeEvent } from './rules/notice.ts';
import {
  type AccountProgress,
  type SignUpDraft,
  type WizardState,
  type WizardStep,
  wizardStateOf,
} from './rules/sign-up.ts';
import type { WizardOutput, wizardMachine } from './wizard.ts';

/** An account without any created part. */
const NO_ACCOUNT = {
  ownerEmail: undefined,
  companyId: undefined,
  logoAddress: undefined,
  userId: undefined,
  isAccepted: undefined,
} satisfies AccountProgress;

/** Signs up a company: verifies a work email address, then runs the three steps of the wizard. */
export const signUpMachine = setup({
  types: {
    input: {} as { draft: SignUpDraft; isSignedIn: boolean },
    context: {} as EmailVerification & {
      isSignedIn: boolean;
      /** The step to resume at; undefined until the email address is verified. */
      step?: WizardStep | undefined;
      wizard: WizardState;
    },
    events: {} as { type: 'app.declined' | 'restart.requested' },
    tags: {} as 'error',
    children: {} as { emailVerification: 'emailVerification'; wizard: 'wizard' },
  },
  actors: {} as {
    emailVerification: typeof emailVerificationMachine;
    wizard: typeof wizardMachine;
    notifier: Notifier;
  },
  guards: {
    isSignedIn: ({ context }) => context.isSignedIn,
    isInProgress: ({ context }) => (context.ticketEndsAt ?? context.resendAt) !== undefined,
    isWizardResumed: ({ context }) =>
      context.step !== undefined && context.ticketEndsAt !== undefined,
    isFinished: (_, { reason }: WizardOutput) => reason === 'finished',
    isFailed: (_, { reason }: WizardOutput) => reason === 'failed',
    isTicketEnded: (_, { reason }: WizardOutput) => reason === 'ticketEnded',
  },
  actions: {
    setEmailVerification: assign(
      (
        { context },
        { email, hasAcceptedTerms, resendAt, ticketEndsAt, existingCompany }: EmailVerification,
      ) => ({
        email,
        hasAcceptedTerms,
        resendAt,
        ticketEndsAt,
        existingCompany,
        step: 'company' as const,
        wizard: {
          ...context.wizard,
          ...(context.wizard.ownerEmail !== canonicalEmail(email) && NO_ACCOUNT),
        },
      }),
    ),
    setWizardState: assign((_, { state }: WizardOutput) => ({ step: undefined, wizard: state })),
    /** Takes up what the steps have stored before one of them failed. */
    restoreDraft: assign({}),
    clearTicket: assign({
      ticketEndsAt: undefined,
      existingCompany: undefined,
      resendAt: undefined,
      hasAcceptedTerms: false,
    }),
    /** Stores the context for a reload. */
    saveDraft: () => {},
    clearDraft: () => {},
    /** Opens the app's page for a new job. */
    openNewJob: () => {},
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(notifierOf, toNoticeEvent<'ticketEnded'>),
  },
}).createMachine({
  id: 'signUp',
  description: 'Signs up a company: email verification, then three steps.',
  context: ({ input: { draft, isSignedIn } }) => ({
    email: draft.email,
    hasAcceptedTerms: draft.hasAcceptedTerms,
    resendAt: draft.resendAt,
    ticketEndsAt: draft.ticketEndsAt,
    step: draft.step,
    wizard: wizardStateOf({ ...draft, password: '' }),
    isSignedIn,
  }),
  entry: 'startNotifier',
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isWizardResumed', target: 'wizard' },
        { guard: 'isInProgress', target: 'emailVerification' },
        { guard: 'isSignedIn', target: 'offeringApp' },
        { target: 'emailVerification' },
      ],
    },
    offeringApp: {
      description: 'The visitor is logged in. The page offers the app or another sign-up.',
      on: { 'app.declined': 'emailVerification' },
    },
    emailVerification: {
      description: 'Sign up free to try now!',
      invoke: {
        id: 'emailVerification',
        src: 'emailVerification',
        input: ({
          context: { email, hasAcceptedTerms, resendAt, ticketEndsAt, existingCompany },
        }) => ({
          email,
          hasAcceptedTerms,
          resendAt,
          ticketEndsAt,
          existingCompany,
        }),
        onDone: {
          target: 'wizard',
          actions: [
            { type: 'setEmailVerification', params: ({ event }) => event.output },
            'saveDraft',
          ],
        },
        onError: { target: 'failed' },
      },
    },
    wizard: {
      description: 'The three steps: company, About You, You are all set.',
      invoke: {
        id: 'wizard',
        src: 'wizard',
        input: ({ context: { email, ticketEndsAt, step, wizard } }) => ({
          email,
          ticketEndsAt,
          step,
          state: wizard,
        }),
        onDone: [
          {
            guard: { type: 'isFinished', params: ({ event }) => event.output },
            target: 'leaving',
          },
          {
            guard: { type: 'isFailed', params: ({ event }) => event.output },
            target: 'failed',
          },
          {
            guard: { type: 'isTicketEnded', params: ({ event }) => event.output },
            target: 'emailVerification',
            actions: [
              { type: 'setWizardState', params: ({ event }) => event.output },
              'clearTicket',
              'saveDraft',
              { type: 'notify', params: 'ticketEnded' },
            ],
          },
          {
            target: 'emailVerification',
            actions: [{ type: 'setWizardState', params: ({ event }) => event.output }, 'saveDraft'],
          },
        ],
        onError: { target: 'failed' },
      },
    },
    failed: {
      tags: 'error',
      description: 'A child chart failed. The visitor can restart the sign-up.',
      on: { 'restart.requested': { target: 'emailVerification', actions: 'restoreDraft' } },
    },
    leaving: {
      type: 'final',
      description: 'Opens the page for a new job.',
      entry: ['clearDraft', 'openNewJob'],
    },
  },
});
