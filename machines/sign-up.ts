import {
  assign,
  type CallbackActorLogic,
  emit,
  type PromiseActorLogic,
  raise,
  sendTo,
  setup,
} from 'xstate';
import type { CompanyFields } from '#contract/company.ts';
import { canonicalEmail } from '#contract/email.ts';
import {
  aboutStepFault,
  type ChosenLogo,
  hasLogo,
  isAccountComplete,
  isCompanyStepFilled,
  isCompanyStepValid,
  logoFault,
  profileFault,
  type SignUpDraft,
  type SignUpFields,
  type SignUpState,
  type WizardStep,
} from '#contract/sign-up.ts';
import type { CompanyCreated, companyCreationMachine } from './company-creation.ts';
import type { Trial, trialMachine } from './trial.ts';

export type SignUpNotice =
  | 'ticketEnded'
  | 'defaultCredentials'
  | 'passwordSet'
  | 'acceptedBefore'
  | 'unexpected';

/** What the server said to the person's name and password. `accepted`: others were set before. */
export type Completed =
  | { ok: true }
  | { ok: false; reason: 'signedOut' | 'common' | 'accepted' | 'other' };

/** What an address starts with that has made nothing yet. */
const NO_ACCOUNT = {
  ownerEmail: undefined,
  companyId: undefined,
  logoAddress: undefined,
  userId: undefined,
  isAccepted: undefined,
};

const companyFields = ({ name, website, locations, departments }: SignUpFields): CompanyFields => ({
  name,
  website,
  locations,
  departments,
});

/** A company signs up: an address proves itself, then the three steps of the wizard. */
export const signUpMachine = setup({
  types: {
    input: {} as { draft: SignUpDraft; isSignedIn: boolean },
    context: {} as SignUpState & { isSignedIn: boolean; refusedLogo?: ChosenLogo | undefined },
    events: {} as
      | { type: 'app.declined' | 'trial.revisited' | 'company.revisited' | 'about.revisited' }
      | { type: 'field.changed'; fields: Partial<SignUpFields> }
      | { type: 'logo.chosen'; logo: ChosenLogo }
      | { type: 'password.changed'; password: string }
      | { type: 'company.submitted' | 'person.reviewed' | 'person.submitted' }
      | { type: 'profile.submitted' }
      | { type: 'creation.retried' | 'session.lost' },
    emitted: {} as { type: 'notice'; notice: SignUpNotice },
    tags: {} as 'busy' | 'error',
    children: {} as { trial: 'trial'; creation: 'companyCreation'; history: 'stepHistory' },
  },
  actors: {} as {
    trial: typeof trialMachine;
    companyCreation: typeof companyCreationMachine;
    completeUser: PromiseActorLogic<Completed, { userId: string; name: string; password: string }>;
    describeCompany: PromiseActorLogic<void, { companyId: string; name: string; about: string }>;
    stepHistory: CallbackActorLogic<{ type: 'step.shown'; step: WizardStep }>;
  },
  delays: {
    ticketLife: ({ context }) => Math.max(0, (context.ticketEndsAt ?? 0) - Date.now()),
  },
  guards: {
    isSignedIn: ({ context }) => context.isSignedIn,
    isUnderWay: ({ context }) => (context.ticketEndsAt ?? context.resendAt) !== undefined,
    wasInWizard: ({ context }) => context.step !== undefined && context.ticketEndsAt !== undefined,
    wasAt: ({ context }, step: WizardStep) => context.step === step,
    isLogo: (_, { logo }: { logo: ChosenLogo }) => logoFault(logo) === undefined,
    hasNoLogo: ({ context }) => !hasLogo(context),
    isCompanyFilled: ({ context }) => isCompanyStepFilled(context),
    isCompanyValid: ({ context }) => isCompanyStepValid(context),
    isTicketLost: (_, created: CompanyCreated) => created.isTicketLost,
    isProfileValid: ({ context }) => profileFault(context.fields) === undefined,
    isAccountComplete: ({ context }) => isAccountComplete(context),
    isAccepted: ({ context }) => context.isAccepted === true,
    isTicketNeeded: ({ context }) => context.isAccepted !== true,
    isPasswordMissing: ({ context }) => context.password === '',
    canSubmitPerson: ({ context }) => context.password !== '' && isAccountComplete(context),
    canSavePerson: ({ context }) =>
      isAccountComplete(context) && aboutStepFault(context) === undefined,
    isCompleted: (_, completed: Completed) => completed.ok,
    isSignedOut: (_, completed: Completed) => !completed.ok && completed.reason === 'signedOut',
    isAcceptedBefore: (_, completed: Completed) => !completed.ok && completed.reason === 'accepted',
    isCommon: (_, completed: Completed) => !completed.ok && completed.reason === 'common',
  },
  actions: {
    keepTrial: assign(
      (
        { context: { ownerEmail } },
        { email, hasAcceptedTerms, resendAt, ticketEndsAt }: Trial,
      ) => ({
        email,
        hasAcceptedTerms,
        resendAt,
        ticketEndsAt,
        ...(ownerEmail !== canonicalEmail(email) && NO_ACCOUNT),
      }),
    ),
    voidTicket: assign({ ticketEndsAt: undefined, resendAt: undefined, hasAcceptedTerms: false }),
    keepFields: assign({
      fields: ({ context }, { fields }: { fields: Partial<SignUpFields> }) => ({
        ...context.fields,
        ...fields,
      }),
    }),
    keepLogo: assign((_, { logo }: { logo: ChosenLogo }) => ({
      logo: logo.file,
      logoAddress: undefined,
      refusedLogo: undefined,
    })),
    refuseLogo: assign((_, { logo }: { logo: ChosenLogo }) => ({ refusedLogo: logo })),
    keepCreation: assign(
      (
        { context: { logo: sent } },
        { ownerEmail, companyId, logo, logoAddress, userId }: CompanyCreated,
      ) => ({
        ownerEmail,
        companyId,
        logo,
        logoAddress,
        userId,
        refusedLogo:
          sent && !logo && !logoAddress
            ? { file: sent, isDropped: false, isUnreadable: true }
            : undefined,
      }),
    ),
    keepPassword: assign({ password: (_, { password }: { password: string }) => password }),
    forgetPassword: assign({ password: '' }),
    keepAcceptance: assign({ isAccepted: true }),
    proposeDisplayName: assign({
      fields: ({ context: { fields } }) => ({
        ...fields,
        displayName: fields.displayName || fields.name,
      }),
    }),
    forgetUser: assign({ userId: undefined }),
    loseSession: raise({ type: 'session.lost' }),
    showStep: sendTo('history', (_, step: WizardStep) => ({ type: 'step.shown' as const, step })),
    tell: emit((_, notice: SignUpNotice) => ({ type: 'notice' as const, notice })),
  },
}).createMachine({
  id: 'signUp',
  description: 'A company signs up: an address proves itself, then three steps.',
  context: ({ input: { draft, isSignedIn } }) => ({ ...draft, isSignedIn, password: '' }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [
        { guard: 'wasInWizard', target: 'wizard' },
        { guard: 'isUnderWay', target: 'trial' },
        { guard: 'isSignedIn', target: 'offeringApp' },
        { target: 'trial' },
      ],
    },
    offeringApp: {
      description: 'Someone is signed in already: the app is a link, signing up goes on by choice.',
      on: { 'app.declined': 'trial' },
    },
    trial: {
      description: 'Sign up free to try now!',
      invoke: {
        id: 'trial',
        src: 'trial',
        input: ({ context: { email, hasAcceptedTerms, resendAt, ticketEndsAt } }) => ({
          email,
          hasAcceptedTerms,
          resendAt,
          ticketEndsAt,
        }),
        onDone: {
          target: 'wizard.company',
          actions: { type: 'keepTrial', params: ({ event }) => event.output },
        },
        onError: { target: 'broken' },
      },
    },
    wizard: {
      initial: 'resuming',
      invoke: {
        id: 'history',
        src: 'stepHistory',
        onError: { actions: { type: 'tell', params: 'unexpected' } },
      },
      after: {
        ticketLife: {
          guard: 'isTicketNeeded',
          target: 'trial',
          actions: ['voidTicket', { type: 'tell', params: 'ticketEnded' }],
        },
      },
      on: { 'field.changed': { actions: { type: 'keepFields', params: ({ event }) => event } } },
      states: {
        resuming: {
          always: [
            { guard: { type: 'wasAt', params: 'allSet' }, target: 'allSet' },
            { guard: { type: 'wasAt', params: 'about' }, target: 'about' },
            { target: 'company' },
          ],
        },
        company: {
          description: 'Step 1 of 3: Tell us about your company.',
          entry: { type: 'showStep', params: 'company' },
          initial: 'deciding',
          states: {
            deciding: {
              always: [{ guard: 'isAccepted', target: 'closed' }, { target: 'editing' }],
            },
            closed: {
              description: 'The account is accepted: shown, and not changed any more.',
              on: {
                'company.submitted': '#signUp.wizard.about',
                'trial.revisited': '#signUp.trial',
              },
            },
            editing: {
              initial: 'neutral',
              states: {
                neutral: {},
                faulty: { tags: 'error', description: 'Filled, but the server would refuse it.' },
              },
              on: {
                'logo.chosen': [
                  {
                    guard: { type: 'isLogo', params: ({ event }) => event },
                    actions: { type: 'keepLogo', params: ({ event }) => event },
                  },
                  { actions: { type: 'refuseLogo', params: ({ event }) => event } },
                ],
                'company.submitted': [
                  { guard: 'isCompanyValid', target: 'creating' },
                  { guard: 'isCompanyFilled', target: '.faulty' },
                ],
                'trial.revisited': '#signUp.trial',
              },
            },
            creating: {
              tags: 'busy',
              description: 'Made anew with what is typed now; the server repeats itself safely.',
              invoke: {
                id: 'creation',
                src: 'companyCreation',
                input: ({ context: { email, fields, logo, logoAddress, userId } }) => ({
                  email,
                  company: companyFields(fields),
                  logo,
                  logoAddress,
                  userId,
                }),
                onDone: [
                  {
                    guard: { type: 'isTicketLost', params: ({ event }) => event.output },
                    target: '#signUp.trial',
                    actions: ['voidTicket', { type: 'tell', params: 'ticketEnded' }],
                  },
                  {
                    target: '#signUp.wizard.about',
                    actions: { type: 'keepCreation', params: ({ event }) => event.output },
                  },
                ],
                onError: { target: '#signUp.wizard.about' },
              },
            },
          },
        },
        about: {
          description: 'Step 2 of 3: About You. Shown also when the creation failed.',
          entry: { type: 'showStep', params: 'about' },
          type: 'parallel',
          states: {
            account: {
              initial: 'settling',
              states: {
                settling: {
                  always: [
                    { guard: 'isAccountComplete', target: 'complete' },
                    { target: 'incomplete' },
                  ],
                },
                complete: {
                  on: { 'session.lost': { target: 'incomplete', actions: 'forgetUser' } },
                },
                incomplete: {
                  tags: 'error',
                  description:
                    'The creation can be repeated; without its logo it goes back a step.',
                  on: {
                    'creation.retried': [
                      { guard: 'hasNoLogo', target: '#signUp.wizard.company' },
                      { target: 'repeating' },
                    ],
                  },
                },
                repeating: {
                  tags: 'busy',
                  description: 'Only what is missing is made.',
                  invoke: {
                    id: 'creation',
                    src: 'companyCreation',
                    input: ({ context }) => ({
                      email: context.email,
                      company: companyFields(context.fields),
                      companyId: context.companyId,
                      logo: context.logo,
                      logoAddress: context.logoAddress,
                      userId: context.userId,
                    }),
                    onDone: [
                      {
                        guard: { type: 'isTicketLost', params: ({ event }) => event.output },
                        target: '#signUp.trial',
                        actions: ['voidTicket', { type: 'tell', params: 'ticketEnded' }],
                      },
                      {
                        target: 'settling',
                        actions: { type: 'keepCreation', params: ({ event }) => event.output },
                      },
                    ],
                    onError: { target: 'settling' },
                  },
                },
              },
            },
            person: {
              initial: 'deciding',
              states: {
                deciding: {
                  always: [{ guard: 'isAccepted', target: 'closed' }, { target: 'editing' }],
                },
                closed: {
                  description: 'The account is accepted: shown, and not changed any more.',
                  on: {
                    'person.submitted': '#signUp.wizard.allSet',
                    'company.revisited': '#signUp.wizard.company',
                  },
                },
                editing: {
                  initial: 'neutral',
                  states: {
                    neutral: {},
                    faulty: { tags: 'error', description: 'Says what is missing or refused.' },
                    unset: {
                      tags: 'error',
                      description: 'The password was left empty; the focus stays where it went.',
                    },
                    common: {
                      tags: 'error',
                      description: 'The server knows the password as common.',
                    },
                  },
                  on: {
                    'password.changed': {
                      target: '.neutral',
                      actions: { type: 'keepPassword', params: ({ event }) => event },
                    },
                    'person.reviewed': { guard: 'isPasswordMissing', target: '.unset' },
                    'person.submitted': [
                      { guard: 'canSavePerson', target: 'saving' },
                      { guard: 'canSubmitPerson', target: '.faulty' },
                    ],
                    'company.revisited': '#signUp.wizard.company',
                  },
                },
                saving: {
                  tags: 'busy',
                  on: {
                    'password.changed': {
                      actions: { type: 'keepPassword', params: ({ event }) => event },
                    },
                  },
                  invoke: {
                    id: 'completeUser',
                    src: 'completeUser',
                    input: ({ context: { userId = '', fields, password } }) => ({
                      userId,
                      name: fields.personName,
                      password,
                    }),
                    onDone: [
                      {
                        guard: { type: 'isCompleted', params: ({ event }) => event.output },
                        target: '#signUp.wizard.allSet',
                        actions: [
                          'keepAcceptance',
                          'forgetPassword',
                          'proposeDisplayName',
                          { type: 'tell', params: 'passwordSet' },
                        ],
                      },
                      {
                        guard: { type: 'isAcceptedBefore', params: ({ event }) => event.output },
                        target: '#signUp.wizard.allSet',
                        actions: [
                          'keepAcceptance',
                          'forgetPassword',
                          'proposeDisplayName',
                          { type: 'tell', params: 'acceptedBefore' },
                        ],
                      },
                      {
                        guard: { type: 'isSignedOut', params: ({ event }) => event.output },
                        target: 'editing',
                        actions: ['loseSession', { type: 'tell', params: 'defaultCredentials' }],
                      },
                      {
                        guard: { type: 'isCommon', params: ({ event }) => event.output },
                        target: 'editing.common',
                      },
                      { target: 'editing', actions: { type: 'tell', params: 'unexpected' } },
                    ],
                    onError: { target: 'editing', actions: { type: 'tell', params: 'unexpected' } },
                  },
                },
              },
            },
          },
        },
        allSet: {
          description: 'Step 3 of 3: You are all set!',
          entry: { type: 'showStep', params: 'allSet' },
          initial: 'editing',
          states: {
            editing: {
              initial: 'neutral',
              states: {
                neutral: {},
                faulty: { tags: 'error', description: 'Says which text can not be stored.' },
              },
              on: {
                'profile.submitted': [
                  { guard: 'isProfileValid', target: 'saving' },
                  { target: '.faulty' },
                ],
                'about.revisited': '#signUp.wizard.about',
              },
            },
            saving: {
              tags: 'busy',
              description:
                'What the server refuses is only logged; without a network nobody can leave.',
              invoke: {
                id: 'describeCompany',
                src: 'describeCompany',
                input: ({ context: { companyId = '', fields } }) => ({
                  companyId,
                  name: fields.displayName,
                  about: fields.about,
                }),
                onDone: { target: '#signUp.leaving' },
                onError: { target: 'editing', actions: { type: 'tell', params: 'unexpected' } },
              },
            },
          },
        },
      },
    },
    broken: {
      tags: 'error',
      description: 'The trial itself failed, which is a fault of the page; it can be begun anew.',
      on: { 'trial.revisited': 'trial' },
    },
    leaving: { type: 'final', description: 'On the way to the page for a new job.' },
  },
});
