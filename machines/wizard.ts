import { assign, setup } from 'xstate';
import type { companyStepMachine } from './company-step.ts';
import type { personStepMachine } from './person-step.ts';
import type { profileStepMachine } from './profile-step.ts';
import type { StepInput, StepOutput, WizardState, WizardStep } from './rules/sign-up.ts';

/** The reason for the end of the wizard, and its data. `failed`: a step threw an exception. */
export interface WizardOutput {
  reason: 'finished' | 'leftByBack' | 'ticketEnded' | 'failed';
  state: WizardState;
}

/** Runs the three steps of a sign-up, one child chart each. `step`: the step to resume at. */
export const wizardMachine = setup({
  types: {
    input: {} as StepInput & { step?: WizardStep | undefined },
    context: {} as StepInput & { resumedStep: WizardStep | undefined },
    output: {} as WizardOutput,
    meta: {} as { step: WizardStep },
    children: {} as {
      companyStep: 'companyStep';
      personStep: 'personStep';
      profileStep: 'profileStep';
    },
  },
  actors: {} as {
    companyStep: typeof companyStepMachine;
    personStep: typeof personStepMachine;
    profileStep: typeof profileStepMachine;
  },
  guards: {
    isResumedAt: ({ context }, step: WizardStep) => context.resumedStep === step,
    isNext: (_, { reason }: StepOutput) => reason === 'next',
    isTicketEnded: (_, { reason }: StepOutput) => reason === 'ticketEnded',
  },
  actions: {
    setWizardState: assign({ state: (_, { state }: StepOutput) => state }),
    /** Stores the step for a reload. */
    saveStep: (_, _step: WizardStep) => {},
  },
}).createMachine({
  id: 'wizard',
  description: 'The three steps of a sign-up: company, About You, You are all set.',
  context: ({ input: { email, ticketEndsAt, step, state } }) => ({
    email,
    ticketEndsAt,
    state,
    resumedStep: step,
  }),
  output: ({ context: { state }, event }) => ({
    reason: event.output as WizardOutput['reason'],
    state,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: { type: 'isResumedAt', params: 'allSet' }, target: 'allSet' },
        { guard: { type: 'isResumedAt', params: 'about' }, target: 'about' },
        { target: 'company' },
      ],
    },
    company: {
      description: 'Step 1 of 3: Tell us about your company.',
      meta: { step: 'company' },
      entry: { type: 'saveStep', params: 'company' },
      invoke: {
        id: 'companyStep',
        src: 'companyStep',
        input: ({ context: { email, ticketEndsAt, state } }) => ({ email, ticketEndsAt, state }),
        onDone: [
          {
            guard: { type: 'isNext', params: ({ event }) => event.output },
            target: 'about',
            actions: { type: 'setWizardState', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isTicketEnded', params: ({ event }) => event.output },
            target: 'ticketEnded',
            actions: { type: 'setWizardState', params: ({ event }) => event.output },
          },
          {
            target: 'leftByBack',
            actions: { type: 'setWizardState', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed' },
      },
    },
    about: {
      description: 'Step 2 of 3: About You. Also shown after a failed account creation.',
      meta: { step: 'about' },
      entry: { type: 'saveStep', params: 'about' },
      invoke: {
        id: 'personStep',
        src: 'personStep',
        input: ({ context: { email, ticketEndsAt, state } }) => ({ email, ticketEndsAt, state }),
        onDone: [
          {
            guard: { type: 'isNext', params: ({ event }) => event.output },
            target: 'allSet',
            actions: { type: 'setWizardState', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isTicketEnded', params: ({ event }) => event.output },
            target: 'ticketEnded',
            actions: { type: 'setWizardState', params: ({ event }) => event.output },
          },
          {
            target: 'company',
            actions: { type: 'setWizardState', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed' },
      },
    },
    allSet: {
      description: 'Step 3 of 3: You are all set!',
      meta: { step: 'allSet' },
      entry: { type: 'saveStep', params: 'allSet' },
      invoke: {
        id: 'profileStep',
        src: 'profileStep',
        input: ({ context: { email, ticketEndsAt, state } }) => ({ email, ticketEndsAt, state }),
        onDone: [
          {
            guard: { type: 'isNext', params: ({ event }) => event.output },
            target: 'finished',
          },
          {
            target: 'about',
            actions: { type: 'setWizardState', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed' },
      },
    },
    finished: { type: 'final', output: 'finished' },
    leftByBack: {
      type: 'final',
      output: 'leftByBack',
      description: 'The visitor returned to the first step.',
    },
    ticketEnded: {
      type: 'final',
      output: 'ticketEnded',
      description: 'The email address has to be verified again.',
    },
    failed: {
      type: 'final',
      output: 'failed',
      description: 'A step threw an exception. The sign-up offers a restart.',
    },
  },
});
