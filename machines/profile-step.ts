import { assign, type PromiseActorLogic, sendTo, setup } from 'xstate';
import { required } from '#contract/text.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';
import {
  type SignUpFields,
  type StepHistory,
  type StepInput,
  type StepOutput,
  stepOutputOf,
  validateProfile,
  type WizardState,
  wizardStateOf,
} from './rules/sign-up.ts';

/** Step 3: display name and description of the company for candidates. Both may be empty. */
export const profileStepMachine = setup({
  types: {
    input: {} as StepInput,
    context: {} as WizardState,
    events: {} as
      | { type: 'back.requested' | 'profile.submitted' }
      | { type: 'field.changed'; fields: Partial<SignUpFields> },
    output: {} as StepOutput,
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    stepHistory: StepHistory;
    describeCompany: PromiseActorLogic<void, { companyId: string; name: string; about: string }>;
  },
  guards: {
    isProfileValid: ({ context }) => validateProfile(context.fields) === undefined,
  },
  actions: {
    setFields: assign(({ context }, { fields }: { fields: Partial<SignUpFields> }) => ({
      fields: { ...context.fields, ...fields },
    })),
    /** Stores the fields in the draft. */
    saveDraft: () => {},
    notify: sendTo(notifierOf, toNoticeEvent<'unexpected'>),
  },
}).createMachine({
  id: 'profileStep',
  description: 'Step 3 of 3: You are all set!',
  context: ({ input: { state } }) => wizardStateOf(state),
  output: ({ context, event }) => stepOutputOf(event.output, context),
  invoke: {
    id: 'history',
    src: 'stepHistory',
    input: { step: 'allSet' },
    onError: { actions: { type: 'notify', params: 'unexpected' } },
  },
  initial: 'editing',
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
        invalid: { tags: 'error', description: 'Shows which text is invalid.' },
      },
      on: {
        'profile.submitted': [
          { guard: 'isProfileValid', target: 'saving' },
          { target: '.invalid' },
        ],
        'back.requested': 'back',
      },
    },
    saving: {
      tags: 'busy',
      description:
        'An error response is logged and ignored. A network error keeps the visitor on this step.',
      invoke: {
        id: 'describeCompany',
        src: 'describeCompany',
        input: ({ context: { companyId, fields } }) => ({
          companyId: required(companyId),
          name: fields.displayName,
          about: fields.about,
        }),
        onDone: { target: 'next' },
        onError: { target: 'editing', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
    next: { type: 'final', output: 'next' },
    back: { type: 'final', output: 'back' },
  },
});
