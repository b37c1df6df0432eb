import type { AnyEventObject } from 'xstate';
import { isSameEmail } from '#contract/email.ts';
import {
  differs,
  followModel,
  isRunning,
  offers,
  type Step,
} from '#tests/support/rules/check-rules.ts';
import { checkEveryEvent, effectsOf, probe } from '#tests/support/rules/pure-step.ts';

/** What must be true of the page after the steps of a path. */
interface Model {
  email: string;
  /** When another code may be requested, as long as the address is that of the code. */
  resendAt: number | undefined;
  isVerifying: boolean;
  /** The account whose code was right. */
  uuid?: string;
}

const start = ({ input: { email, resendAt } }: AnyEventObject): Model => ({
  email,
  resendAt,
  isVerifying: resendAt !== undefined,
});

const take = (model: Model, { event }: Step): Model => {
  const { type, output, ...event_ } = event;
  switch (type) {
    case 'email.changed': {
      const email = event_['email'];
      // A code belongs to its address, in whatever spelling.
      return isSameEmail(email, model.email)
        ? { ...model, email }
        : { email, resendAt: undefined, isVerifying: false };
    }
    case 'code.requested':
      return { ...model, isVerifying: true };
    case 'xstate.done.actor.otp':
      return output.verified
        ? { ...model, isVerifying: false, uuid: output.verified.signedIn.uuid }
        : { ...model, isVerifying: false, resendAt: undefined };
    case 'xstate.error.actor.otp':
      return { ...model, isVerifying: false, resendAt: undefined };
    default:
      return model;
  }
};

const { modelOf, modelBefore } = followModel(({ event }) => start(event), take);

/** Whether a step ends a code that was under way: its pause means nothing any more. */
const endsCode = (history: readonly Step[]): boolean =>
  modelBefore(history)?.isVerifying === true && !modelOf(history).isVerifying;

const typed = (email: string): AnyEventObject => ({ type: 'email.changed', email });
const request = { type: 'code.requested' };

checkEveryEvent(
  'forgot-password',
  {
    'the address stays as it was typed, whatever happens': ({ after }, history) =>
      differs('email', modelOf(history).email, after.context.email),
    'a code is entered from the request on, as long as the address is the same': (
      { after },
      history,
    ) => {
      const { isVerifying } = modelOf(history);
      return differs('code', isVerifying, isRunning(after, 'otp') && after.status === 'active');
    },
    'Send OTP is active when the address contains @ and no code is under way': (
      { after },
      history,
    ) => {
      const { email, isVerifying } = modelOf(history);
      return offers(after, [request], () => email.includes('@') && !isVerifying);
    },
    'each address that contains @ can get a code, and no other text': ({ after }) => {
      for (const email of ['', 'asha', 'asha@', '@', ' asha@gmail.com ', 'a@b']) {
        if (after.status !== 'active' || isSameEmail(email, after.context.email)) continue;
        const found = probe(after, typed(email)).after.can(request);
        if (found !== email.includes('@'))
          return `${email} should be ${found ? 'refused' : 'taken'}`;
      }
      return undefined;
    },
    'the address can be changed at any time': ({ after }) =>
      offers(
        after,
        [typed(''), typed('ravi@acme.example'), typed(after.context.email)],
        () => true,
      ),
    // The form has a Verify button.
    'a code is asked for once, for the address; only a reload goes on with its pause': (
      { started },
      history,
    ) => {
      const { email, resendAt, isVerifying } = modelOf(history);
      const isBegun = isVerifying && !modelBefore(history)?.isVerifying;
      const wanted = isBegun
        ? [{ id: 'otp', input: { email, isAutoSubmit: false, resendAt } }]
        : [];
      return differs(
        'requests',
        wanted,
        started.filter(({ id }) => id !== 'notifier'),
      );
    },
    'a code that ended gives way to a new one without its pause': ({ after }, history) => {
      const { resendAt, uuid } = modelOf(history);
      return uuid === undefined ? differs('resendAt', resendAt, after.context.resendAt) : undefined;
    },
    'the draft has what was typed last': (step) => {
      const saved = effectsOf(step).filter(({ name }) => name === 'saveEmail');
      const { type, email } = step.event as AnyEventObject;
      const wanted = type === 'email.changed' ? [email] : [];
      return differs(
        'saved',
        wanted,
        saved.map(({ context }) => context['email']),
      );
    },
    'the saved pause is cleared with the code, not before': ({ actions }, history) => {
      const cleared = actions.filter(({ name }) => name === 'clearPause');
      return differs('cleared', endsCode(history) ? 1 : 0, cleared.length);
    },
    'a right code leads to the new password of its account, once, and leaves no draft': (
      step,
      history,
    ) => {
      const { uuid, email } = modelOf(history);
      const effects = effectsOf(step).filter(({ name }) =>
        ['openResetPassword', 'clearDraft'].includes(name),
      );
      const found = effects
        .map(({ name, value, context }) => [
          name,
          (value as Model | undefined)?.uuid,
          context['email'],
        ])
        .sort();
      const wanted = [
        ['clearDraft', undefined, email],
        ['openResetPassword', uuid, email],
      ];
      return differs('actions', uuid === undefined ? [] : wanted, found);
    },
    // Whatever is saved after that would bring the draft back.
    'the draft is removed last': ({ actions }) => {
      const last = actions.findIndex(({ name }) => name === 'clearDraft');
      const later = last < 0 ? [] : actions.slice(last + 1).map(({ name }) => name);
      return differs(
        'later',
        [],
        later.filter((name) => name !== 'openResetPassword'),
      );
    },
    'the flow ends with a right code only': ({ after }, history) => {
      const { uuid } = modelOf(history);
      return differs('status', uuid === undefined ? 'active' : 'done', after.status);
    },
    'nothing else is done': ({ actions }) => {
      const known = ['saveEmail', 'clearPause', 'openResetPassword', 'clearDraft'];
      return differs(
        'actions',
        [],
        actions.filter(({ name }) => !known.includes(name)),
      );
    },
    'only a failure of the page itself is told here': ({ event, notices }) =>
      differs('notices', event.type === 'xstate.error.actor.otp' ? ['unexpected'] : [], notices),
    'notices can be told from the start on': ({ event, started }) =>
      differs(
        'notifier',
        event.type === 'xstate.init',
        started.some(({ id }) => id === 'notifier'),
      ),
  },
  [{ email: 'asha@acme.example' }],
);
