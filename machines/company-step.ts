import { assign, sendTo, setup } from 'xstate';
import type { AccountCreationOutput, accountCreationMachine } from './account-creation.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';
import {
  accountAfter,
  type ChosenLogo,
  companyFieldsOf,
  isCompanyStepFilled,
  isCompanyStepValid,
  type SignUpFields,
  type StepHistory,
  type StepInput,
  type StepOutput,
  stepOutputOf,
  validateLogo,
  type WizardState,
  wizardStateOf,
} from './rules/sign-up.ts';

/** Step 1: the company's fields and logo. Next creates the company and its first user. */
export const companyStepMachine = setup({
  types: {
    input: {} as StepInput,
    context: {} as WizardState & Omit<StepInput, 'state'>,
    events: {} as
      | { type: 'back.requested' | 'company.submitted' }
      | { type: 'field.changed'; fields: Partial<SignUpFields> }
      | { type: 'logo.chosen'; logo: ChosenLogo },
    output: {} as StepOutput,
    tags: {} as 'busy' | 'error',
    children: {} as { creation: 'accountCreation' },
  },
  actors: {} as { accountCreation: typeof accountCreationMachine; stepHistory: StepHistory },
  delays: {
    ticketLife: ({ context }) => Math.max(0, (context.ticketEndsAt ?? 0) - Date.now()),
  },
  guards: {
    isAccepted: ({ context }) => context.isAccepted === true,
    isLogo: (_, { logo }: { logo: ChosenLogo }) => validateLogo(logo) === undefined,
    isFilled: ({ context }) => isCompanyStepFilled(context),
    isValid: ({ context }) => isCompanyStepValid(context),
    isTicketRejected: (_, output: AccountCreationOutput) => output.isTicketRejected,
  },
  actions: {
    setFields: assign(({ context }, { fields }: { fields: Partial<SignUpFields> }) => ({
      fields: { ...context.fields, ...fields },
    })),
    setLogo: assign((_, { logo }: { logo: ChosenLogo }) => ({
      logo: logo.file,
      logoAddress: undefined,
      rejectedLogo: undefined,
    })),
    setRejectedLogo: assign({ rejectedLogo: (_, { logo }: { logo: ChosenLogo }) => logo }),
    setAccount: assign(({ context }, created: AccountCreationOutput) =>
      accountAfter(context.logo, created),
    ),
    /** Stores the fields and the account, never the logo. */
    saveDraft: () => {},
    notify: sendTo(notifierOf, toNoticeEvent<'unexpected'>),
  },
}).createMachine({
  id: 'companyStep',
  description: 'Step 1 of 3: Tell us about your company.',
  context: ({ input: { email, ticketEndsAt, state } }) => ({
    ...wizardStateOf(state),
    email,
    ticketEndsAt,
  }),
  output: ({ context, event }) => stepOutputOf(event.output, context),
  invoke: {
    id: 'history',
    src: 'stepHistory',
    input: { step: 'company' },
    onError: { actions: { type: 'notify', params: 'unexpected' } },
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isAccepted', target: 'readOnly' }, { target: 'open' }],
    },
    readOnly: {
      description: 'The account is set up. The fields are read-only.',
      on: {
        'company.submitted': 'next',
        'back.requested': 'back',
      },
    },
    open: {
      initial: 'editing',
      after: { ticketLife: 'ticketEnded' },
      on: {
        'field.changed': {
          actions: [{ type: 'setFields', params: ({ event }) => event }, 'saveDraft'],
        },
      },
      states: {
        editing: {
          initial: 'neutral',
          states: {
            neutral: {},
            invalid: {
              tags: 'error',
              description: 'All fields are filled in, and at least one is invalid.',
            },
          },
          on: {
            'logo.chosen': [
              {
                guard: { type: 'isLogo', params: ({ event }) => event },
                actions: [{ type: 'setLogo', params: ({ event }) => event }, 'saveDraft'],
              },
              { actions: { type: 'setRejectedLogo', params: ({ event }) => event } },
            ],
            'company.submitted': [
              { guard: 'isValid', target: 'creating' },
              { guard: 'isFilled', target: '.invalid' },
            ],
            'back.requested': '#companyStep.back',
          },
        },
        creating: {
          tags: 'busy',
          description: 'Sends the company again if it exists. The request is idempotent.',
          invoke: {
            id: 'creation',
            src: 'accountCreation',
            input: ({ context: { email, fields, logo, logoAddress, userId } }) => ({
              email,
              company: companyFieldsOf(fields),
              logo,
              logoAddress,
              userId,
            }),
            onDone: [
              {
                guard: { type: 'isTicketRejected', params: ({ event }) => event.output },
                target: '#companyStep.ticketEnded',
              },
              {
                target: '#companyStep.next',
                actions: [{ type: 'setAccount', params: ({ event }) => event.output }, 'saveDraft'],
              },
            ],
            onError: {
              target: '#companyStep.next',
              actions: { type: 'notify', params: 'unexpected' },
            },
          },
        },
      },
    },
    next: { type: 'final', output: 'next' },
    back: { type: 'final', output: 'back' },
    ticketEnded: { type: 'final', output: 'ticketEnded' },
  },
});
