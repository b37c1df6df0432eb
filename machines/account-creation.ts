import { assign, type PromiseActorLogic, sendTo, setup } from 'xstate';
import { required } from '#contract/text.ts';
import { notifierOf } from './rules/notice.ts';
import {
  type AccountProgress,
  type CompanyFields,
  type CreatedAccount,
  isAccountComplete,
} from './rules/sign-up.ts';

/** The notice of an incomplete creation. A logo that fails alone is named alone. */
export type CreationNotice = 'accountNotCreated' | 'logoNotStored';

/** The created account. `isTicketRejected`: the server no longer accepts the sign-up ticket. */
export type AccountCreationOutput = CreatedAccount & { isTicketRejected: boolean };

/** The company's fields, and the ids of the parts that exist already. */
interface CreationInput extends Pick<AccountProgress, 'companyId' | 'logoAddress' | 'userId'> {
  email: string;
  company: CompanyFields;
  logo?: File | undefined;
}

/** A server response, or the rejection of the sign-up ticket that every creation needs. */
type CreationResult<Result> = ({ ok: true } & Result) | { ok: false; isTicketRejected: true };

export type CreateCompanyResult = CreationResult<{ companyId: string }>;
export type CreateUserResult = CreationResult<{ userId: string }>;

/** The result of a logo upload. `ok: false`: a retry with the same file fails again. */
export type UploadLogoResult =
  | { ok: true; logoAddress: string }
  | { ok: false; isTicketRejected: boolean };

/**
 * Creates a company, uploads its logo, creates its first user and notifies sales, in this order.
 * Parts whose ids are in the input are skipped, so a second run completes an incomplete account.
 * A failed logo upload does not stop the creation of the user.
 */
export const accountCreationMachine = setup({
  types: {
    input: {} as CreationInput,
    context: {} as CreationInput & { isTicketRejected: boolean },
    output: {} as AccountCreationOutput,
    tags: {} as 'busy',
  },
  actors: {} as {
    createCompany: PromiseActorLogic<
      CreateCompanyResult,
      { email: string; company: CompanyFields }
    >;
    uploadLogo: PromiseActorLogic<UploadLogoResult, { companyId: string; logo: File }>;
    createUser: PromiseActorLogic<CreateUserResult, { companyId: string; email: string }>;
    notifySales: PromiseActorLogic<void, { companyName: string; email: string }>;
  },
  guards: {
    hasCompany: ({ context }) => context.companyId !== undefined,
    hasNoLogo: ({ context }) => context.logo === undefined,
    hasUser: ({ context }) => context.userId !== undefined,
    isTicketRejected: (_, result: { ok: true } | { ok: false; isTicketRejected: boolean }) =>
      !result.ok && result.isTicketRejected,
    isComplete: ({ context }) => isAccountComplete(context),
  },
  actions: {
    setCompanyId: assign((_, result: CreateCompanyResult) =>
      result.ok ? { companyId: result.companyId } : {},
    ),
    setLogo: assign((_, result: UploadLogoResult) => ({
      logo: undefined,
      logoAddress: result.ok ? result.logoAddress : undefined,
    })),
    setUserId: assign((_, result: CreateUserResult) =>
      result.ok ? { userId: result.userId } : {},
    ),
    setTicketRejected: assign({ isTicketRejected: true }),
    notifyFailure: sendTo(
      notifierOf,
      ({ context: { companyId, userId } }): { type: 'notice'; notice: CreationNotice } => ({
        type: 'notice',
        notice:
          companyId !== undefined && userId !== undefined ? 'logoNotStored' : 'accountNotCreated',
      }),
    ),
  },
}).createMachine({
  id: 'accountCreation',
  description: 'Creates a company, its logo and its first user. Can be retried.',
  context: ({ input: { email, company, companyId, logo, logoAddress, userId } }) => ({
    email,
    company,
    companyId,
    logo,
    logoAddress,
    userId,
    isTicketRejected: false,
  }),
  output: ({ context: { email, companyId, logo, logoAddress, userId, isTicketRejected } }) => ({
    ownerEmail: email,
    companyId,
    logo,
    logoAddress,
    userId,
    isTicketRejected,
  }),
  initial: 'decidingCompany',
  states: {
    decidingCompany: {
      always: [{ guard: 'hasCompany', target: 'decidingLogo' }, { target: 'creatingCompany' }],
    },
    creatingCompany: {
      tags: 'busy',
      invoke: {
        id: 'createCompany',
        src: 'createCompany',
        input: ({ context: { email, company } }) => ({ email, company }),
        onDone: [
          {
            guard: { type: 'isTicketRejected', params: ({ event }) => event.output },
            target: 'ticketRejected',
            actions: 'setTicketRejected',
          },
          {
            target: 'decidingLogo',
            actions: { type: 'setCompanyId', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'decidingOutcome' },
      },
    },
    decidingLogo: {
      description: 'Skips the upload if there is no file to send.',
      always: [{ guard: 'hasNoLogo', target: 'decidingUser' }, { target: 'uploadingLogo' }],
    },
    uploadingLogo: {
      tags: 'busy',
      invoke: {
        id: 'uploadLogo',
        src: 'uploadLogo',
        input: ({ context }) => ({
          companyId: required(context.companyId),
          logo: required(context.logo),
        }),
        onDone: [
          {
            guard: { type: 'isTicketRejected', params: ({ event }) => event.output },
            target: 'ticketRejected',
            actions: 'setTicketRejected',
          },
          {
            target: 'decidingUser',
            actions: { type: 'setLogo', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'decidingUser' },
      },
    },
    decidingUser: {
      always: [{ guard: 'hasUser', target: 'decidingOutcome' }, { target: 'creatingUser' }],
    },
    creatingUser: {
      tags: 'busy',
      invoke: {
        id: 'createUser',
        src: 'createUser',
        input: ({ context }) => ({
          companyId: required(context.companyId),
          email: context.email,
        }),
        onDone: [
          {
            guard: { type: 'isTicketRejected', params: ({ event }) => event.output },
            target: 'ticketRejected',
            actions: 'setTicketRejected',
          },
          {
            target: 'notifyingSales',
            actions: { type: 'setUserId', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'decidingOutcome' },
      },
    },
    notifyingSales: {
      tags: 'busy',
      description: 'A failure is ignored: it does not affect the visitor.',
      invoke: {
        id: 'notifySales',
        src: 'notifySales',
        input: ({ context }) => ({ companyName: context.company.name, email: context.email }),
        onDone: { target: 'decidingOutcome' },
        onError: { target: 'decidingOutcome' },
      },
    },
    decidingOutcome: {
      always: [
        { guard: 'isComplete', target: 'complete' },
        { target: 'incomplete', actions: 'notifyFailure' },
      ],
    },
    complete: { type: 'final' },
    ticketRejected: { type: 'final', description: 'The email address has to be verified again.' },
    incomplete: {
      type: 'final',
      description: 'A part is missing. The output lists the existing parts.',
    },
  },
});
