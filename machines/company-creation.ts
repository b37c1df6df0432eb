import { assign, emit, type PromiseActorLogic, setup } from 'xstate';
import type { CompanyFields } from '#contract/company.ts';
import { type Account, isAccountComplete } from '#contract/sign-up.ts';

/** What a creation ends with: what exists, and the logo's bytes while they are still to be sent. */
export type CompanyCreated = Omit<Account, 'isAccepted'> & {
  logo?: File | undefined;
  /** The server doesn't take the address as proved any more. */
  isTicketLost: boolean;
};

/** What to make it of, and what exists already. */
interface CreationInput extends Pick<Account, 'companyId' | 'logoAddress' | 'userId'> {
  email: string;
  company: CompanyFields;
  logo?: File | undefined;
}

/** An answer of the server, or that the ticket is gone: nothing can be made without it. */
type Made<Result> = ({ ok: true } & Result) | { ok: false; isTicketLost: true };

export type CompanyMade = Made<{ companyId: string }>;
export type UserMade = Made<{ userId: string }>;

/** What the server said to a logo: `ok: false` means that this file will never do. */
export type LogoStored = { ok: true; logoAddress: string } | { ok: false; isTicketLost: boolean };

/**
 * Makes a company, its logo and its first user, in the order of the wire, and tells sales.
 * What the input says exists isn't made again, so running it twice is how it is repeated.
 * A logo that fails alone doesn't keep the user from being made.
 */
export const companyCreationMachine = setup({
  types: {
    input: {} as CreationInput,
    context: {} as CreationInput & { isTicketLost: boolean },
    emitted: {} as { type: 'notice'; notice: 'accountNotCreated' },
    output: {} as CompanyCreated,
    tags: {} as 'busy',
  },
  actors: {} as {
    createCompany: PromiseActorLogic<CompanyMade, CompanyFields>;
    uploadLogo: PromiseActorLogic<LogoStored, { companyId: string; logo: File }>;
    createUser: PromiseActorLogic<UserMade, { companyId: string; email: string }>;
    tellSales: PromiseActorLogic<void, { companyName: string; email: string }>;
  },
  guards: {
    hasCompany: ({ context }) => context.companyId !== undefined,
    hasNoLogo: ({ context }) => context.logo === undefined,
    hasUser: ({ context }) => context.userId !== undefined,
    isTicketLost: (_, made: { ok: true } | { ok: false; isTicketLost: boolean }) =>
      !made.ok && made.isTicketLost,
    isComplete: ({ context }) => isAccountComplete(context),
  },
  actions: {
    keepCompany: assign((_, made: CompanyMade) => (made.ok ? { companyId: made.companyId } : {})),
    keepLogo: assign((_, stored: LogoStored) => ({
      logo: undefined,
      logoAddress: stored.ok ? stored.logoAddress : undefined,
    })),
    keepUser: assign((_, made: UserMade) => (made.ok ? { userId: made.userId } : {})),
    loseTicket: assign({ isTicketLost: true }),
    tellFailure: emit({ type: 'notice', notice: 'accountNotCreated' }),
  },
}).createMachine({
  id: 'companyCreation',
  description: 'Makes a company, its logo and its first user; repeatable.',
  context: ({ input: { email, company, companyId, logo, logoAddress, userId } }) => ({
    email,
    company,
    companyId,
    logo,
    logoAddress,
    userId,
    isTicketLost: false,
  }),
  output: ({ context: { email, companyId, logo, logoAddress, userId, isTicketLost } }) => ({
    ownerEmail: email,
    companyId,
    logo,
    logoAddress,
    userId,
    isTicketLost,
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'hasCompany', target: 'addingLogo' }, { target: 'creatingCompany' }],
    },
    creatingCompany: {
      tags: 'busy',
      invoke: {
        id: 'createCompany',
        src: 'createCompany',
        input: ({ context }) => context.company,
        onDone: [
          {
            guard: { type: 'isTicketLost', params: ({ event }) => event.output },
            target: 'ticketLost',
            actions: 'loseTicket',
          },
          {
            target: 'addingLogo',
            actions: { type: 'keepCompany', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'settling' },
      },
    },
    addingLogo: {
      description: 'A logo that is stored already, or whose bytes are gone, is not sent.',
      always: [{ guard: 'hasNoLogo', target: 'addingUser' }, { target: 'uploadingLogo' }],
    },
    uploadingLogo: {
      tags: 'busy',
      invoke: {
        id: 'uploadLogo',
        src: 'uploadLogo',
        input: ({ context }) => ({
          companyId: context.companyId ?? '',
          logo: context.logo ?? new File([], ''),
        }),
        onDone: [
          {
            guard: { type: 'isTicketLost', params: ({ event }) => event.output },
            target: 'ticketLost',
            actions: 'loseTicket',
          },
          {
            target: 'addingUser',
            actions: { type: 'keepLogo', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'addingUser' },
      },
    },
    addingUser: {
      always: [{ guard: 'hasUser', target: 'settling' }, { target: 'creatingUser' }],
    },
    creatingUser: {
      tags: 'busy',
      invoke: {
        id: 'createUser',
        src: 'createUser',
        input: ({ context }) => ({ companyId: context.companyId ?? '', email: context.email }),
        onDone: [
          {
            guard: { type: 'isTicketLost', params: ({ event }) => event.output },
            target: 'ticketLost',
            actions: 'loseTicket',
          },
          {
            target: 'tellingSales',
            actions: { type: 'keepUser', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'settling' },
      },
    },
    tellingSales: {
      tags: 'busy',
      description: 'Whether sales hears of it changes nothing for the visitor.',
      invoke: {
        id: 'tellSales',
        src: 'tellSales',
        input: ({ context }) => ({ companyName: context.company.name, email: context.email }),
        onDone: { target: 'settling' },
        onError: { target: 'settling' },
      },
    },
    settling: {
      always: [
        { guard: 'isComplete', target: 'complete' },
        { target: 'incomplete', actions: 'tellFailure' },
      ],
    },
    complete: { type: 'final' },
    ticketLost: { type: 'final', description: 'The address has to prove itself again.' },
    incomplete: {
      type: 'final',
      description: 'Something is missing; the output says what exists.',
    },
  },
});
