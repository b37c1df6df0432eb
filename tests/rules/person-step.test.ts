import { isName } from '#contract/account.ts';
import { validatePassword } from '#contract/password.ts';
import type { StepInput, WizardState } from '#machines/rules/sign-up.ts';
import { account, email, fields, ticketEndsAt } from '#paths/options/wizard-steps.ts';
import { checkModel, differs } from '#tests/support/rules/model.ts';
import {
  type Complaint,
  errorOf,
  isComplete,
  isOffered,
  isReadOnly,
  nextPerson,
  type PersonFacts,
} from '#tests/support/rules/person-facts.ts';
import {
  creationOf,
  draftSaved,
  expectedHistory,
  historyOf,
  outputOf,
  requestsOf,
  type StepEvent,
  ticketLifeMs,
} from '#tests/support/rules/sign-up-facts.ts';

/** The notice for each answer to Next, from the specification's error catalogue. */
const noticeOf = ({ type, output }: StepEvent): string | undefined => {
  if (type === 'xstate.error.actor.history') return 'unexpected';
  if (/^xstate\.error\.actor\.(?:completeUser|creation)$/.test(type)) return 'unexpected';
  if (type !== 'xstate.done.actor.completeUser') return undefined;
  if (output?.ok) return 'passwordSet';
  return {
    accepted: 'acceptedBefore',
    signedOut: 'defaultCredentials',
    common: undefined, // It is said at the field.
    other: 'unexpected',
  }[output?.reason ?? 'other'];
};

const typeName = (personName: string) => ({ type: 'field.changed', fields: { personName } });
const typePassword = (password: string) => ({ type: 'password.changed', password });
const pressed = { type: 'person.submitted' };
const retried = { type: 'creation.retried' };
const answer = (output: object) => ({ type: 'xstate.done.actor.completeUser', output });
const created = (output: object) => ({ type: 'xstate.done.actor.creation', output });
const image = new File(['bytes'], 'logo.png', { type: 'image/png' });
const state: WizardState = { fields, password: '' };
const withAccount = { email, ticketEndsAt, state: { ...state, ...account } };
const withLogo = {
  email,
  ticketEndsAt,
  state: { ...state, ownerEmail: email, companyId: 'c', userId: 'u', logo: image },
};
const good = typePassword('quiet lantern river');
const named = { ...state, ...account, fields: { ...fields, displayName: 'Acme Freight' } };

checkModel<PersonFacts>(
  'person-step',
  {
    start: ({ state: given, ...input }: StepInput) => ({ ...input, state: given, isSaving: false }),
    next: nextPerson,
    events: [
      typePassword(''),
      typePassword(email),
      // Spaces around a password belong to it.
      typePassword(' quiet lantern river '),
      typeName('two\vlines'),
    ],
    stories: [
      [withAccount, good, typeName(''), pressed, typeName('Ravi'), pressed, answer({ ok: true })],
      [withAccount, typePassword(email), pressed],
      [{ ...withAccount, email: 'not an address' }, good, pressed],
      [{ ...withAccount, state: named }, good, pressed, answer({ ok: true })],
      [withAccount, good, pressed, answer({ ok: false, reason: 'other' }), pressed],
      [
        withAccount,
        good,
        pressed,
        answer({ ok: false, reason: 'signedOut' }),
        retried,
        created(account),
        pressed,
      ],
      // The logo alone failed, then was refused.
      [withLogo, good, retried, created({ ...account, logoAddress: undefined }), retried],
      [withLogo, good, retried, created(account), pressed],
      [withLogo, retried, { type: 'xstate.error.actor.creation' }, retried],
      [{ email, state: withLogo.state }, retried],
      [{ email, ticketEndsAt: 1, state }],
    ],
  },
  {
    'everything typed is kept, also after a failure; only an accepted password is forgotten': ({
      after,
      now,
    }) => {
      const { sentPassword, ...kept } = after.context;
      return differs(kept, { ...now.state, email: now.email, ticketEndsAt: now.ticketEndsAt });
    },
    'Next, Back, Try again and the fields are offered exactly when the form shows them as usable':
      ({ before, event, was }) =>
        was && differs(before.can(event), isOffered(was, event as StepEvent)),
    'Next saves name and password of the created user, once': (seen) =>
      differs(
        requestsOf(seen).filter(({ id }) => id !== 'creation'),
        seen.now.isSaving && !seen.was?.isSaving
          ? [
              {
                id: 'completeUser',
                src: 'completeUser',
                input: {
                  userId: seen.now.state.userId,
                  name: seen.now.state.fields.personName,
                  password: seen.now.state.password,
                },
              },
            ]
          : [],
      ),
    // What exists is named, so that a repetition sends only what is missing.
    'Try again repeats the creation for what is missing, once': (seen) =>
      differs(
        requestsOf(seen).filter(({ id }) => id !== 'completeUser'),
        seen.now.retrying && !seen.was?.retrying
          ? [creationOf(seen.now, seen.now.state.companyId)]
          : [],
      ),
    'no name and no password is sent that the server would refuse': (seen) =>
      requestsOf(seen)
        .filter(({ id }) => id === 'completeUser')
        .map(({ input }) => input as { name: string; password: string })
        .map(({ name, password }) => !isName(name) || validatePassword(password, seen.now.email))
        .some(Boolean)
        ? 'an invalid person is sent'
        : undefined,
    'only requests that run are listened to': ({ after, now }) =>
      differs(
        ['creation' in after.children, 'completeUser' in after.children],
        [now.retrying !== undefined && !now.end, now.isSaving],
      ),
    'the form is busy exactly while it waits for an answer, Next only for its own': ({
      after,
      now,
    }) =>
      differs(
        [after.hasTag('busy'), after.matches({ open: { person: 'saving' } })],
        [!now.end && (now.isSaving || now.retrying !== undefined), now.isSaving],
      ),
    'what is missing of the account is shown with Try again until all of it exists': ({
      after,
      now,
    }) =>
      differs(
        ['complete', 'incomplete', 'retrying'].filter((part) =>
          after.matches({ open: { account: part } }),
        ),
        now.end || isReadOnly(now)
          ? []
          : [isComplete(now.state) ? 'complete' : now.retrying ? 'retrying' : 'incomplete'],
      ),
    'a field shows its error from Next or from leaving it until it is changed, no other field does':
      ({ after, now }) => {
        const shows = (complaint: Complaint | 'invalid') =>
          after.matches({ open: { person: { editing: complaint } } });
        const { email: owner, ...shown } = after.context;
        const seen = [
          shows('invalid') ? errorOf(shown, owner) : undefined,
          shows('passwordMissing'),
          shows('common'),
        ];
        const { complaint, end, state: known } = now;
        const is = (one: Complaint) => !end && complaint === one;
        return differs(seen, [
          is('refused') ? errorOf(known, now.email) : undefined,
          is('passwordMissing'),
          is('common'),
        ]);
      },
    'the form is marked while an error is shown or a part of the account is missing': ({
      after,
      now,
    }) =>
      differs(
        after.hasTag('error'),
        !now.end &&
          !isReadOnly(now) &&
          (now.complaint !== undefined || !(isComplete(now.state) || now.retrying)),
      ),
    'name and password of an accepted account can only be read': ({ after, now }) =>
      differs(after.matches('readOnly'), isReadOnly(now) && !now.end),
    // The creation has notices of its own, and the sign-up says that a ticket has ended.
    'each answer to Next has its words, once; only a crash says anything else': ({
      event,
      notices,
    }) => differs(notices, [noticeOf(event as StepEvent)].filter(Boolean)),
    'each change of the name and of the account is saved in the draft, no password is': (seen) => {
      const { event, was, now } = seen;
      const isAccountChanged =
        was !== undefined &&
        (event.type === 'xstate.done.actor.creation'
          ? !event['output'].isTicketRejected
          : was.state.userId !== now.state.userId || was.state.isAccepted !== now.state.isAccepted);
      const isSaved = isAccountChanged || (event.type === 'field.changed' && !was?.end);
      return differs(seen.actions, draftSaved(isSaved, seen));
    },
    "Back is the browser's, from the second step on": (seen) =>
      differs(historyOf(seen), expectedHistory('about', seen)),
    'the step ends with the ticket, also while it waits, unless the account is accepted': ({
      after,
      delays,
      now,
    }) => {
      const isBound = !isReadOnly(now) && !now.end;
      const isHeard = after.can({ type: 'xstate.after.ticketLife.personStep.open' });
      return differs([delays, isHeard], [isBound ? [ticketLifeMs(now.ticketEndsAt)] : [], isBound]);
    },
    'the step ends as it was left, and hands on everything': ({ after, now }) =>
      differs([after.status, after.output], outputOf(now.end, now.state)),
  },
);
