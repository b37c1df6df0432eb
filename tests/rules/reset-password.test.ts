import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { validatePassword } from '#contract/password.ts';
import {
  differs,
  firstFault,
  followModel,
  offers,
  type Rule,
  type Step,
} from '#tests/support/rules/check-rules.ts';
import { startChart } from '#tests/support/rules/probe.ts';
import { checkEveryEvent, probe, remembered } from '#tests/support/rules/pure-step.ts';

/** What must be true of the form after the steps of a path. */
interface Model {
  uuid?: string;
  password: string;
  confirmation: string;
  isSaving: boolean;
  /** Beside the field: `invalid` by the browser, `refused` by the server. Below the button: `stale`. */
  error: 'none' | 'invalid' | 'refused' | 'stale';
  /** The password that was sent. */
  sent?: string;
  /** Where the person is taken. */
  end?: 'forgotPassword' | 'atsHome' | 'appHome';
}

const isValid = (password: string): boolean => validatePassword(password, '') === undefined;

const start = ({ input: { uuid } }: AnyEventObject): Model => {
  const form: Model = { password: '', confirmation: '', isSaving: false, error: 'none' };
  return uuid === undefined ? { ...form, end: 'forgotPassword' } : { ...form, uuid };
};

const take = (model: Model, { event }: Step): Model => {
  const { type, output } = event;
  switch (type) {
    case 'password.changed':
      return { ...model, password: event['password'], error: 'none' };
    case 'confirmation.changed':
      return { ...model, confirmation: event['confirmation'] };
    case 'password.submitted':
      return isValid(model.password)
        ? { ...model, isSaving: true, error: 'none', sent: model.password }
        : { ...model, error: 'invalid' };
    case 'xstate.done.actor.changePassword':
      if (output.ok)
        return { ...model, isSaving: false, end: output.isAtsEnabled ? 'atsHome' : 'appHome' };
      // Another password than the one that was refused is not refused.
      return output.reason === 'refused' && model.password !== model.sent
        ? { ...model, isSaving: false }
        : { ...model, isSaving: false, error: output.reason };
    case 'xstate.error.actor.changePassword':
      return { ...model, isSaving: false, error: 'none' };
    default:
      return model;
  }
};

const { modelOf } = followModel(({ event }) => start(event), take);

const whileOpen =
  (rule: (model: Model, step: Step) => string | undefined): Rule =>
  (step, history) => {
    const model = modelOf(history);
    return model.end ? undefined : rule(model, step);
  };

const submit = { type: 'password.submitted' };

/** The specification's condition of the button. */
const isActive = ({ password, confirmation, isSaving }: Model): boolean =>
  !isSaving && password !== '' && password === confirmation;

const LINES = ['invalid', 'refused', 'stale'] as const;

checkEveryEvent('reset-password', {
  'what is typed stays, also during and after a request': whileOpen((model, { after }) => {
    const { password, confirmation } = after.context;
    return differs('typed', [model.password, model.confirmation], [password, confirmation]);
  }),
  'the reason of a failure is shown until the password changes or is sent again': whileOpen(
    (model, { after }) =>
      firstFault(
        ...LINES.map((line) =>
          differs(line, model.error === line, after.matches({ editing: line })),
        ),
      ),
  ),
  'whoever has to do something about a failure is led to it': whileOpen((model, { after }) =>
    differs('error', model.error !== 'none', after.hasTag('error')),
  ),
  'the page is busy exactly while the password is changed': ({ after }, history) =>
    differs('busy', modelOf(history).isSaving, after.hasTag('busy')),
  'the button is active when the password is filled in and equals its confirmation': (
    { after },
    history,
  ) => offers(after, [submit], () => isActive(modelOf(history))),
  'both fields can be typed in at any time': ({ after }) =>
    offers(
      after,
      [
        { type: 'password.changed', password: 'x' },
        { type: 'confirmation.changed', confirmation: 'x' },
      ],
      () => true,
    ),
  'a valid password is sent once, for this account, as it was typed': (
    { event, started },
    history,
  ) => {
    const { uuid, password } = modelOf(history);
    const isSent = event.type === submit.type && isValid(password);
    return differs(
      'requests',
      isSent ? [{ id: 'changePassword', input: { uuid, password } }] : [],
      started.filter(({ id }) => id !== 'notifier'),
    );
  },
  'each password that the rule refuses is told at its field, and never sent': whileOpen(
    remembered((model, { after }) =>
      model.isSaving
        ? undefined
        : firstFault(
            ...[
              '1234567',
              '12345678',
              'x'.repeat(128),
              'x'.repeat(129),
              '🔒🔒🔒🔒',
              '        ',
            ].map((password) => {
              const typed = probe(after, { type: 'password.changed', password }).after;
              const same = probe(typed, { type: 'confirmation.changed', confirmation: password });
              const { after: next } = probe(same.after, submit);
              const wanted = isValid(password) ? 'saving' : { editing: 'invalid' };
              return differs(`${password.length} characters`, wanted, next.value);
            }),
          ),
    ),
  ),
  'only a request that was not judged is told in a dialog': ({ event, notices }) =>
    differs(
      'notices',
      event.type === 'xstate.error.actor.changePassword' ? ['unexpected'] : [],
      notices,
    ),
  'the flow ends with a changed password, or at once without an account': ({ after }, history) =>
    differs('status', modelOf(history).end ? 'done' : 'active', after.status),
  'the person is taken to the area of the account, or to ask for a code, once': (
    { actions },
    history,
  ) => {
    const { end } = modelOf(history);
    return differs('actions', end ? [{ name: 'openDestination', params: end }] : [], actions);
  },
  'no password is left when the flow has ended': ({ after }) =>
    after.status === 'active'
      ? undefined
      : differs(
          'left',
          ['', '', undefined],
          [after.context.password, after.context.confirmation, after.output],
        ),
  'notices can be told from the start on': ({ event, started }) =>
    differs(
      'notifier',
      event.type === 'xstate.init',
      started.some(({ id }) => id === 'notifier'),
    ),
});

test.each(['refused', 'stale'])('an answer that is %s is told as what it is', (reason) => {
  const password = 'password1';
  const { after } = startChart('reset-password', { uuid: 'u' })(
    { type: 'password.changed', password },
    { type: 'confirmation.changed', confirmation: password },
    { type: 'password.submitted' },
    { type: 'xstate.done.actor.changePassword', output: { ok: false, reason } },
  );
  expect(after.value).toEqual({ editing: reason });
});
