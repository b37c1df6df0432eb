import { assign, type PromiseActorLogic, raise, sendTo, setup } from 'xstate';
import { required } from '#contract/text.ts';
import type { AccountCreationOutput, accountCreationMachine } from './account-creation.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';
import {
  accountAfter,
  companyFieldsOf,
  hasLogo,
  isAccountComplete,
  missingPersonParts,
  type SignUpFields,
  type StepHistory,
  type StepInput,
  type StepOutput,
  stepOutputOf,
  validatePersonStep,
  type WizardState,
  wizardStateOf,
} from './rules/sign-up.ts';

export type PersonNotice = 'passwordSet' | 'acceptedBefore' | 'defaultCredentials' | 'unexpected';

/** The result of storing name and password. `accepted`: they were stored before. */
export type CompleteUserResult =
  | { ok: true }
  | { ok: false; reason: 'signedOut' | 'common' | 'accepted' | 'other' };

const noticeOf = ({ ok }: CompleteUserResult) => (ok ? 'passwordSet' : 'acceptedBefore');

/** Step 2: name and password. The visitor can also retry an incomplete account creation. */
export const personStepMachine = setup({
  types: {
    input: {} as StepInput,
    context: {} as WizardState &
      Omit<StepInput, 'state'> & {
        /** The password that was sent last; it may have been changed since. */
        sentPassword: string;
      },
    events: {} as
      | { type: 'back.requested' | 'person.reviewed' | 'person.submitted' }
      | { type: 'field.changed'; fields: Partial<SignUpFields> }
      | { type: 'password.changed'; password: string }
      | { type: 'creation.retried' | 'session.ended' },
    output: {} as StepOutput,
    tags: {} as 'busy' | 'error',
    children: {} as { creation: 'accountCreation' },
  },
  actors: {} as {
    accountCreation: typeof accountCreationMachine;
    stepHistory: StepHistory;
    completeUser: PromiseActorLogic<
      CompleteUserResult,
      { userId: string; name: string; password: string }
    >;
  },
  delays: { ticketLife: ({ context }) => Math.max(0, (context.ticketEndsAt ?? 0) - Date.now()) },
  guards: {
    isAccepted: ({ context }) => context.isAccepted === true,
    hasNoLogo: ({ context }) => !hasLogo(context),
    isAccountComplete: ({ context }) => isAccountComplete(context),
    isTicketRejected: (_, output: AccountCreationOutput) => output.isTicketRejected,
    isPasswordMissing: ({ context }) => context.password === '',
    /** Whether the first error is not one of the password. */
    isPersonInvalid: ({ context }) =>
      validatePersonStep({ ...context, password: '' }) !== 'passwordMissing',
    isPasswordChanged: ({ context }) => context.password !== context.sentPassword,
    canSubmit: ({ context }) => missingPersonParts(context).length === 0,
    canSave: ({ context }) =>
      isAccountComplete(context) && validatePersonStep(context) === undefined,
    isCompleted: (_, result: CompleteUserResult) => result.ok || result.reason === 'accepted',
    isSignedOut: (_, result: CompleteUserResult) => !result.ok && result.reason === 'signedOut',
    isUnexpected: (_, result: CompleteUserResult) => !result.ok && result.reason === 'other',
  },
  actions: {
    setFields: assign(({ context: { fields }, event }) =>
      event.type === 'field.changed' ? { fields: { ...fields, ...event.fields } } : {},
    ),
    setPassword: assign(({ event }) => ('password' in event ? { password: event.password } : {})),
    setSentPassword: assign({ sentPassword: ({ context }) => context.password }),
    setAccount: assign(({ context }, created: AccountCreationOutput) =>
      accountAfter(context.logo, created),
    ),
    setAccepted: assign(({ context: { fields } }) => ({
      isAccepted: true,
      password: '',
      sentPassword: '',
      fields: { ...fields, displayName: fields.displayName || fields.name },
    })),
    clearUserId: assign({ userId: undefined }),
    endSession: raise({ type: 'session.ended' }),
    /** Stores the fields and the account, never the password. */
    saveDraft: () => {},
    notify: sendTo(notifierOf, toNoticeEvent<PersonNotice>),
  },
}).createMachine({
  id: 'personStep',
  description: 'Step 2 of 3: About You. Also shown after a failed account creation.',
  context: ({ input: { email, ticketEndsAt, state } }) => ({
    ...wizardStateOf(state),
    email,
    ticketEndsAt,
    sentPassword: '',
  }),
  output: ({ context, event }) => stepOutputOf(event.output, context),
  invoke: {
    id: 'history',
    src: 'stepHistory',
    input: { step: 'about' },
    onError: { actions: { type: 'notify', params: 'unexpected' } },
  },
  initial: 'deciding',
  on: { 'field.changed': { actions: ['setFields', 'saveDraft'] } },
  states: {
    deciding: { always: [{ guard: 'isAccepted', target: 'readOnly' }, { target: 'open' }] },
    readOnly: {
      description: 'Name and password are stored and read-only.',
      on: { 'person.submitted': 'next', 'back.requested': 'back' },
    },
    open: {
      type: 'parallel',
      after: { ticketLife: 'ticketEnded' },
      states: {
        account: {
          initial: 'deciding',
          states: {
            deciding: {
              always: [
                { guard: 'isAccountComplete', target: 'complete' },
                { target: 'incomplete' },
              ],
            },
            complete: {
              on: {
                'session.ended': { target: 'incomplete', actions: ['clearUserId', 'saveDraft'] },
              },
            },
            incomplete: {
              tags: 'error',
              description: 'The visitor can retry. Without a logo, the retry returns to step 1.',
              on: {
                'creation.retried': [
                  { guard: 'hasNoLogo', target: '#personStep.back' },
                  { target: 'retrying' },
                ],
              },
            },
            retrying: {
              invoke: {
                id: 'creation',
                src: 'accountCreation',
                input: ({ context }) => ({
                  email: context.email,
                  company: companyFieldsOf(context.fields),
                  companyId: context.companyId,
                  logo: context.logo,
                  logoAddress: context.logoAddress,
                  userId: context.userId,
                }),
                onDone: [
                  {
                    guard: { type: 'isTicketRejected', params: ({ event }) => event.output },
                    target: '#personStep.ticketEnded',
                  },
                  {
                    target: 'deciding',
                    actions: [
                      { type: 'setAccount', params: ({ event }) => event.output },
                      'saveDraft',
                    ],
                  },
                ],
                onError: { target: 'deciding', actions: { type: 'notify', params: 'unexpected' } },
              },
              tags: 'busy',
            },
          },
        },
        person: {
          initial: 'editing',
          states: {
            editing: {
              initial: 'neutral',
              states: {
                neutral: {},
                invalid: {
                  tags: 'error',
                  description: 'Shows the first validation error.',
                  on: {
                    'password.changed': { guard: 'isPersonInvalid', actions: 'setPassword' },
                  },
                },
                passwordMissing: { tags: 'error', description: 'The password is empty.' },
                common: { tags: 'error', description: 'The server rejected a common password.' },
              },
              on: {
                'password.changed': { target: '.neutral', actions: 'setPassword' },
                'person.reviewed': { guard: 'isPasswordMissing', target: '.passwordMissing' },
                'person.submitted': [
                  { guard: 'canSave', target: 'saving', actions: 'setSentPassword' },
                  { guard: 'canSubmit', target: '.invalid' },
                ],
                'back.requested': '#personStep.back',
              },
            },
            saving: {
              tags: 'busy',
              on: { 'password.changed': { actions: 'setPassword' } },
              invoke: {
                id: 'completeUser',
                src: 'completeUser',
                input: ({ context: { userId, fields, password } }) => ({
                  userId: required(userId),
                  name: fields.personName,
                  password,
                }),
                onDone: [
                  {
                    guard: { type: 'isCompleted', params: ({ event }) => event.output },
                    target: '#personStep.next',
                    actions: [
                      'setAccepted',
                      'saveDraft',
                      { type: 'notify', params: ({ event }) => noticeOf(event.output) },
                    ],
                  },
                  {
                    guard: { type: 'isSignedOut', params: ({ event }) => event.output },
                    target: 'editing',
                    actions: ['endSession', { type: 'notify', params: 'defaultCredentials' }],
                  },
                  {
                    guard: { type: 'isUnexpected', params: ({ event }) => event.output },
                    target: 'editing',
                    actions: { type: 'notify', params: 'unexpected' },
                  },
                  { guard: 'isPasswordChanged', target: 'editing' },
                  { target: 'editing.common' },
                ],
                onError: { target: 'editing', actions: { type: 'notify', params: 'unexpected' } },
              },
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
