import type { CompanyFields } from '#machines/rules/sign-up.ts';
import { email, fields } from '#paths/options/wizard-steps.ts';
import { checkModel, differs } from '#tests/support/rules/model.ts';
import { companyOf } from '#tests/support/rules/sign-up-facts.ts';

interface Input {
  email: string;
  company: CompanyFields;
  companyId?: string;
  logo?: File;
  logoAddress?: string;
  userId?: string;
}

type Request = 'createCompany' | 'uploadLogo' | 'createUser' | 'notifySales';

interface Facts extends Input {
  /** The request under way; undefined once the creation has ended. */
  running: Request | undefined;
  isTicketRejected: boolean;
}

interface Answer {
  type: string;
  output?: {
    ok: boolean;
    isTicketRejected?: boolean;
    companyId?: string;
    logoAddress?: string;
    userId?: string;
  };
}

// "Order of calls: company/create, company/logo, user/create, sendsalesemail". What exists is not sent again:
// "a logo that fails alone counts as a failed creation whose repetition sends only the logo".
const firstAfter = (done: Request | undefined, facts: Input): Request | undefined => {
  if (done === undefined && facts.companyId === undefined) return 'createCompany';
  const isLogoDue = done === undefined || done === 'createCompany';
  if (isLogoDue && facts.logo) return 'uploadLogo';
  if (done !== 'createUser' && facts.userId === undefined) return 'createUser';
  return done === 'createUser' ? 'notifySales' : undefined;
};

const answered = (facts: Facts, done: Request, { type, output }: Answer): Facts => {
  const end = { ...facts, running: undefined };
  if (done === 'notifySales') return end; // "Failure ignored."
  if (output?.isTicketRejected) return { ...end, isTicketRejected: true };
  if (type.startsWith('xstate.error.') && done !== 'uploadLogo') return end;
  const { companyId = facts.companyId, userId = facts.userId, logoAddress } = output ?? {};
  const made = { ...facts, companyId, userId } as Facts;
  // The server's verdict on a logo, good or bad, ends the upload; a lost request does not.
  const sent = done === 'uploadLogo' && output ? { logo: undefined, logoAddress } : {};
  const known = { ...made, ...sent } as Facts;
  return { ...known, running: firstAfter(done, known) };
};

const inputOf = ({ running, companyId, company, logo, email: owner }: Facts): unknown => {
  if (running === 'createCompany') return { email: owner, company };
  if (running === 'uploadLogo') return { companyId, logo };
  if (running === 'createUser') return { companyId, email: owner };
  return { companyName: company.name, email: owner };
};

const isComplete = ({ companyId, logoAddress, userId }: Facts): boolean =>
  [companyId, logoAddress, userId].every((part) => part !== undefined);

const endOf = (facts: Facts): string => {
  if (facts.isTicketRejected) return 'ticketRejected';
  return isComplete(facts) ? 'complete' : 'incomplete';
};

const pages: Record<Request, string> = {
  createCompany: 'creatingCompany',
  uploadLogo: 'uploadingLogo',
  createUser: 'creatingUser',
  notifySales: 'notifyingSales',
};

const typed = { email, company: companyOf(fields) };
const logo = new File(['bytes'], 'logo.png', { type: 'image/png' });
const done = (id: Request, output: object) => ({ type: `xstate.done.actor.${id}`, output });
const companyMade = done('createCompany', { ok: true, companyId: 'c' });
const userMade = done('createUser', { ok: true, userId: 'u' });
const salesTold = { type: 'xstate.done.actor.notifySales' };
const logoRefused = done('uploadLogo', { ok: false, isTicketRejected: false });
const logoLost = { type: 'xstate.error.actor.uploadLogo' };

checkModel<Facts>(
  'account-creation',
  {
    start: (input: Input) => ({
      ...input,
      running: firstAfter(undefined, input),
      isTicketRejected: false,
    }),
    next: (facts, event: Answer) => (facts.running ? answered(facts, facts.running, event) : facts),
    stories: [
      [{ ...typed, logo }, companyMade, logoRefused, userMade, salesTold],
      [{ ...typed, logo }, companyMade, logoLost, userMade, salesTold],
      [{ ...typed, logo, companyId: 'c', userId: 'u' }, logoRefused],
      [{ ...typed, logo, companyId: 'c', userId: 'u', logoAddress: '/logos/l.png' }, logoRefused],
      // Step 1 sends the company again, with its corrected fields, and creates no second user.
      [{ ...typed, logoAddress: '/logos/l.png', userId: 'u' }, companyMade],
      [{ ...typed, logo, userId: 'u' }, companyMade, logoLost],
      // After a reload the bytes of the logo are gone.
      [{ ...typed }, companyMade, userMade, salesTold],
      [{ ...typed, companyId: 'c', userId: 'u', logoAddress: '/logos/l.png' }],
    ],
  },
  {
    'company, logo, user and sales mail are requested in this order, what exists is not requested again':
      ({ started, was, now }) =>
        differs(
          started,
          now.running && now.running !== was?.running
            ? [{ id: now.running, src: now.running, input: inputOf(now) }]
            : [],
        ),
    'the creation is at its request, then complete, incomplete, or without a ticket': ({
      after,
      now,
    }) => differs(after.value, now.running ? pages[now.running] : endOf(now)),
    'one request runs at a time, and its answer is heard': ({ after, before, event, was, now }) =>
      differs(Object.keys(after.children), now.running ? [now.running] : []) ??
      (was && differs(before.can(event), was.running !== undefined)),
    'the form is busy until the last answer': ({ after, now }) =>
      differs(
        [after.hasTag('busy'), after.status],
        now.running ? [true, 'active'] : [false, 'done'],
      ),
    'a creation that lacks a part says so, once, at its end; a rejected ticket has its own words elsewhere':
      ({ notices, now }) => {
        const isLacking = !now.running && !now.isTicketRejected && !isComplete(now);
        // A logo that failed alone is not told as a failure of company and user.
        const isLogoOnly = now.companyId !== undefined && now.userId !== undefined;
        const notice = isLogoOnly ? 'logoNotStored' : 'accountNotCreated';
        return differs(notices, isLacking ? [notice] : []);
      },
    'the result names what exists on the server, and keeps a logo that still has to be sent': ({
      after,
      now,
    }) => {
      const { companyId, logoAddress, userId, isTicketRejected } = now;
      const result = { ownerEmail: now.email, companyId, logo: now.logo, logoAddress, userId };
      return differs(after.output, now.running ? undefined : { ...result, isTicketRejected });
    },
    'what was typed and what was created stays known until the end': ({ after, now }) => {
      const { running, ...known } = now;
      return differs(after.context, known);
    },
    'the server gets the address that the page shows': ({ started }) =>
      started
        .map(({ input }) => input as { email?: string })
        .map((input) => ('email' in input ? differs(input.email, email) : undefined))
        .find((fault) => fault !== undefined),
    'the draft, the address bar and the time are left alone': ({ actions, delays }) =>
      differs([actions, delays], [[], []]),
  },
);
