import { isAboutText, isDisplayName } from '#contract/account.ts';
import type { SignUpFields, WizardState } from '#machines/rules/sign-up.ts';
import { account, email, fields, ticketEndsAt } from '#paths/options/wizard-steps.ts';
import { checkModel, differs } from '#tests/support/rules/model.ts';

interface Facts {
  state: WizardState;
  /** Done was pressed, and its request is under way. */
  isSaving: boolean;
  /** Done was pressed with a field that the server would refuse, and was not accepted since. */
  isRefused: boolean;
  end?: 'next' | 'back';
}

interface Event {
  type: string;
  fields?: Partial<SignUpFields>;
}

const isValid = ({ displayName, about }: SignUpFields): boolean =>
  isDisplayName(displayName) && isAboutText(about);

const next = (facts: Facts, event: Event): Facts => {
  const { state, isSaving } = facts;
  switch (event.type) {
    case 'field.changed':
      return { ...facts, state: { ...state, fields: { ...state.fields, ...event.fields } } };
    case 'profile.submitted':
      if (isSaving) return facts;
      return isValid(state.fields)
        ? { ...facts, isSaving: true, isRefused: false }
        : { ...facts, isRefused: true };
    // "A step that is busy ignores" Back.
    case 'back.requested':
      return isSaving ? facts : { ...facts, end: 'back' };
    case 'xstate.done.actor.describeCompany':
      return { ...facts, isSaving: false, end: 'next' };
    case 'xstate.error.actor.describeCompany':
      return { ...facts, isSaving: false };
    default:
      return facts;
  }
};

const errorOf = ({ displayName, about }: SignUpFields): string | undefined => {
  if (!isDisplayName(displayName)) return 'displayName';
  return isAboutText(about) ? undefined : 'about';
};

const invalid = { type: 'field.changed', fields: { displayName: 'two\vlines' } };
const corrected = { type: 'field.changed', fields: { displayName: 'Acme' } };
const described = { type: 'field.changed', fields: { about: 'We move what others make.' } };
const submitted = { type: 'profile.submitted' };
const failed = { type: 'xstate.error.actor.describeCompany' };
const state = { fields, ...account, isAccepted: true, password: '' };

checkModel<Facts>(
  'profile-step',
  {
    start: (input: { state: WizardState }) => ({
      state: input.state,
      isSaving: false,
      isRefused: false,
    }),
    next: (facts, event: Event) => (facts.end ? facts : next(facts, event)),
    events: [described, { type: 'field.changed', fields: { about: 'a\0b' } }],
    stories: [
      [{ email, ticketEndsAt, state }, described, submitted, corrected, failed, submitted],
      [{ email, ticketEndsAt, state }, invalid, submitted, corrected, submitted, failed, submitted],
      // The account is accepted, so an expired ticket is of no concern.
      [{ email, ticketEndsAt: 1, state }, corrected],
      [{ email, state }, { type: 'xstate.error.actor.history' }],
    ],
  },
  {
    'everything typed is kept, also while it is saved, and after a failure': ({ after, now }) =>
      differs(after.context, now.state),
    'Done saves the profile as it was when it was pressed': ({ started, was, now }) =>
      differs(
        started.filter(({ id }) => id !== 'history'),
        !was?.isSaving && now.isSaving
          ? [
              {
                id: 'describeCompany',
                src: 'describeCompany',
                input: {
                  companyId: now.state.companyId,
                  name: now.state.fields.displayName,
                  about: now.state.fields.about,
                },
              },
            ]
          : [],
      ),
    'nothing is sent that the server would refuse': ({ started }) =>
      started.some(({ id, input }) => {
        const { name, about } = input as { name: string; about: string };
        return id === 'describeCompany' && !(isDisplayName(name) && isAboutText(about));
      })
        ? 'an invalid profile is sent'
        : undefined,
    'only a request that runs is listened to': ({ after, now }) =>
      differs('describeCompany' in after.children, now.isSaving),
    'Done and Back are offered unless the profile is being saved, typing always; each answer is heard':
      ({ before, event, was }) => {
        const isPress = event.type === 'profile.submitted' || event.type === 'back.requested';
        return was && differs(before.can(event), !was.end && !(isPress && was.isSaving));
      },
    'a field that Done refused shows its error until it is put right, no other field does': ({
      after,
      now,
    }) =>
      differs(
        after.matches({ editing: 'invalid' }) ? errorOf(after.context.fields) : undefined,
        now.isRefused && !now.end ? errorOf(now.state.fields) : undefined,
      ),
    'the form is marked as refused after a refused Done only': ({ after, now }) =>
      differs(after.hasTag('error'), now.isRefused && !now.end),
    'Done is busy exactly while the profile is saved': ({ after, now }) =>
      differs([after.hasTag('busy'), after.matches('saving')], [now.isSaving, now.isSaving]),
    // "Failure only logged" is the call's own doing; here it fails while the browser is offline.
    'a profile that could not be saved says so, once, and so does a broken Back': ({
      event,
      notices,
    }) => differs(notices, event.type.startsWith('xstate.error.') ? ['unexpected'] : []),
    'each change is saved in the draft as it was typed, nothing else is': ({
      event,
      actions,
      after,
    }) =>
      differs(
        actions,
        event.type === 'field.changed'
          ? [{ name: 'saveDraft', params: undefined, context: after.context }]
          : [],
      ),
    "Back is the browser's, from the third step on": ({ started, was, after }) =>
      differs(
        [started.filter(({ id }) => id === 'history'), 'history' in after.children],
        [was ? [] : [{ id: 'history', src: 'stepHistory', input: { step: 'allSet' } }], true],
      ),
    'the step ends with an answer or with Back, and hands on everything': ({ after, now }) =>
      differs(
        [after.status, after.output],
        now.end ? ['done', { reason: now.end, state: now.state }] : ['active', undefined],
      ),
    'no ticket and no time limit ends the last step': ({ delays }) => differs(delays, []),
  },
);
