import type { AnyEventObject } from 'xstate';
import { isName } from '#contract/account.ts';
import { isWebsite, LOGO_BYTES_MAX } from '#contract/company.ts';
import type { ChosenLogo, SignUpFields, StepInput, WizardState } from '#machines/rules/sign-up.ts';
import { account, email, fields, ticketEndsAt } from '#paths/options/wizard-steps.ts';
import { checkModel, differs } from '#tests/support/rules/model.ts';
import {
  companyOf,
  createdInto,
  creationOf,
  draftSaved,
  expectedHistory,
  historyOf,
  outputOf,
  requestsOf,
  type StepEvent,
  ticketLifeMs,
  typedInto,
} from '#tests/support/rules/sign-up-facts.ts';

interface Facts {
  email: string;
  ticketEndsAt?: number | undefined;
  state: WizardState;
  /** The logo that is being sent; Next was pressed, and the creation is under way. */
  creating?: { logo: File | undefined };
  /** Next was pressed with a field that the server would refuse, and was not accepted since. */
  isRefused: boolean;
  end?: 'next' | 'back' | 'ticketEnded';
}

const isReadOnly = ({ state }: Facts): boolean => state.isAccepted === true;

// "Logo must be JPEG or PNG", of at most 2 MB.
const isLogo = ({ file }: ChosenLogo): boolean =>
  ['image/jpeg', 'image/png'].includes(file.type) && file.size <= LOGO_BYTES_MAX;

// "Next is enabled only when the trimmed name, logo, website, at least one department and at least one
// location are all present." The sample has a value for each required field.
const required = Object.entries(companyOf(fields)).filter(([, value]) => value.length > 0);
const isFilled = ({ fields: typed, logo, logoAddress }: WizardState): boolean =>
  required.every(([key]) => String(typed[key as keyof SignUpFields]).trim() !== '') &&
  (logo ?? logoAddress) !== undefined;

const errorOf = ({ name, website }: SignUpFields): string | undefined => {
  if (!isName(name)) return 'name';
  return isWebsite(website) ? undefined : 'website';
};

const isOffered = (facts: Facts, { type }: StepEvent): boolean => {
  if (facts.end) return false;
  if (type === 'company.submitted')
    return isReadOnly(facts) || (!facts.creating && isFilled(facts.state));
  // "A step that is busy ignores" Back.
  if (type === 'back.requested') return !facts.creating;
  if (type === 'logo.chosen') return !isReadOnly(facts) && !facts.creating;
  if (type === 'field.changed') return !isReadOnly(facts);
  return true;
};

const press = (facts: Facts): Facts => {
  if (isReadOnly(facts)) return { ...facts, end: 'next' };
  return errorOf(facts.state.fields) === undefined
    ? { ...facts, isRefused: false, creating: { logo: facts.state.logo } }
    : { ...facts, isRefused: true };
};

const choose = (state: WizardState, logo: ChosenLogo): WizardState =>
  isLogo(logo)
    ? { ...state, logo: logo.file, logoAddress: undefined, rejectedLogo: undefined }
    : { ...state, rejectedLogo: logo };

const next = (facts: Facts, event: StepEvent): Facts => {
  const { state, creating, ...rest } = facts;
  if (!isOffered(facts, event)) return facts;
  switch (event.type) {
    case 'field.changed':
      return { ...facts, state: typedInto(state, event.fields) };
    case 'logo.chosen':
      return { ...facts, state: choose(state, event.logo as ChosenLogo) };
    case 'company.submitted':
      return press(facts);
    case 'back.requested':
      return { ...facts, end: 'back' };
    case 'xstate.done.actor.creation':
      if (event.output?.isTicketRejected) return { ...rest, state, end: 'ticketEnded' };
      return {
        ...rest,
        state: createdInto(state, creating?.logo, event.output ?? {}),
        end: 'next',
      };
    // "The step advances regardless."
    case 'xstate.error.actor.creation':
      return { ...rest, state, end: 'next' };
    case 'xstate.after.ticketLife.companyStep.open':
      return { ...rest, state, end: 'ticketEnded' };
    default:
      return facts;
  }
};

const change = (changed: Partial<SignUpFields>) => ({ type: 'field.changed', fields: changed });
const submitted = { type: 'company.submitted' };
/** What Next waits for, besides the logo. */
const unfilled = [{ name: '  ' }, { website: ' ' }, { departments: [] }, { locations: [] }];
const image = new File(['bytes'], 'logo.png', { type: 'image/png' });
const other = new File(['more bytes'], 'logo.jpg', { type: 'image/jpeg' });
const animation = new File(['bytes'], 'logo.gif', { type: 'image/gif' });
const tooLarge = new File([new Uint8Array(LOGO_BYTES_MAX + 1)], 'l.png', { type: 'image/png' });
const chosen = (file: File) => ({ type: 'logo.chosen', logo: { file, isDropped: false } });
const state: WizardState = { fields, password: '' };
const stored = { email, ticketEndsAt, state: { ...state, ...account } };
const refusedLogo = {
  type: 'xstate.done.actor.creation',
  output: { ownerEmail: email, companyId: 'c', userId: 'u' },
};

checkModel<Facts>(
  'company-step',
  {
    start: ({ state: given, ...input }: StepInput) => ({
      ...input,
      state: given,
      isRefused: false,
    }),
    next,
    events: [
      ...unfilled.map(change),
      change({ name: 'two\vlines' }),
      chosen(other),
      chosen(animation),
      chosen(tooLarge),
    ],
    stories: [
      ...unfilled.map((part): [object, AnyEventObject] => [stored, change(part)]),
      [stored, submitted, change({ name: 'Acme Freight' }), refusedLogo],
      [stored, chosen(other), submitted, refusedLogo],
      [stored, change({ name: 'two\vlines' }), submitted, change({ name: 'Acme' }), submitted],
      [{ email, state }, chosen(image), submitted],
      [{ email, ticketEndsAt: 1, state }, chosen(image)],
      [{ ...stored, state: { ...state, password: 'quiet lantern river' } }, chosen(image)],
    ],
  },
  {
    'everything typed and chosen is kept; only a new logo replaces the stored one': ({
      after,
      now,
    }) =>
      differs(after.context, { ...now.state, email: now.email, ticketEndsAt: now.ticketEndsAt }),
    'Next, Back, the fields and the logo are offered exactly when the form shows them as usable': ({
      before,
      event,
      was,
    }) => was && differs(before.can(event), isOffered(was, event as StepEvent)),
    // The company is sent without its id: repeating the call takes over corrected fields.
    'Next creates the account from what is on the page, once; nothing else sends anything': (
      seen,
    ) =>
      differs(
        requestsOf(seen),
        seen.now.creating && !seen.was?.creating ? [creationOf(seen.now, undefined)] : [],
      ),
    'nothing is sent that the server would refuse': (seen) => {
      const company = (requestsOf(seen)[0]?.input as { company: SignUpFields } | undefined)
        ?.company;
      return company && errorOf(company) && 'an invalid company is sent';
    },
    'only a creation that runs is listened to': ({ after, now }) =>
      differs('creation' in after.children, now.creating !== undefined),
    'Next is busy exactly while the account is created': ({ after, now }) =>
      differs(after.hasTag('busy'), now.creating !== undefined),
    'a field that Next refused shows its error until it is put right, no other field does': ({
      after,
      now,
    }) =>
      differs(
        after.matches({ open: { editing: 'invalid' } }) ? errorOf(after.context.fields) : undefined,
        now.isRefused && !now.end ? errorOf(now.state.fields) : undefined,
      ),
    'the form is marked as refused after a refused Next only': ({ after, now }) =>
      differs(after.hasTag('error'), now.isRefused && !now.end),
    'the fields of an accepted account can only be read': ({ after, now }) =>
      differs(after.matches('readOnly'), isReadOnly(now) && !now.end),
    // The creation has a notice of its own, and the sign-up says that a ticket has ended.
    'only a crash says something here': ({ event, notices }) =>
      differs(notices, event.type.startsWith('xstate.error') ? ['unexpected'] : []),
    'each change, each accepted logo and each created account is saved in the draft, nothing else is':
      (seen) => {
        const { was, event } = seen;
        const isAnswer =
          event.type === 'xstate.done.actor.creation' && !event['output'].isTicketRejected;
        const isChosen = event.type === 'logo.chosen' && isLogo(event['logo']);
        const isSaved = isAnswer || isChosen || event.type === 'field.changed';
        const isTaken = was !== undefined && isOffered(was, event as StepEvent);
        return differs(seen.actions, draftSaved(isTaken && isSaved, seen));
      },
    "Back is the browser's, from the first step on": (seen) =>
      differs(historyOf(seen), expectedHistory('company', seen)),
    'the step ends with the ticket, unless the account is accepted': ({ delays, now }) =>
      differs(delays, isReadOnly(now) || now.end ? [] : [ticketLifeMs(now.ticketEndsAt)]),
    'the end of the ticket is heard': ({ after, now }) =>
      differs(
        after.can({ type: 'xstate.after.ticketLife.companyStep.open' }),
        !isReadOnly(now) && !now.end,
      ),
    'the step ends as it was left, and hands on everything': ({ after, now }) =>
      differs([after.status, after.output], outputOf(now.end, now.state)),
  },
);
