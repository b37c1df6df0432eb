import { expect, test } from 'vitest';
import { type AnyEventObject, transition } from 'xstate';
import { type DemoFields, type DemoForm, validateDemo } from '#contract/demo-request.ts';
import { checkRules, differs, firstFault, type Rule } from '#tests/support/rules/check-rules.ts';
import {
  answersAreHeard,
  checkSequences,
  done,
  failed,
  foldWith,
  noticesAreShown,
  offeredExactly,
  running,
  startChart,
  startedBy,
} from '#tests/support/rules/probe.ts';

const FIELDS = [
  'name',
  'email',
  'organization',
  'dialCode',
  'phone',
  'message',
  'website',
] as const;
const submit = { type: 'request.submitted' };
const change = (field: string, value: string) => ({ type: 'field.changed', field, value });

interface Visit {
  form: DemoForm;
  fields: DemoFields;
  /** A submit was refused, and none was accepted since. */
  isRefused: boolean;
  /** What the running request was sent with. */
  sending?: DemoFields | undefined;
  isSent: boolean;
}

interface Input {
  form: DemoForm;
  email: string;
  fields?: Partial<DemoFields>;
}

const isComplete = ({ form, fields }: Visit) =>
  Object.keys(validateDemo(form, fields)).length === 0;

/** The button of the page is off until the form is complete; the campaign's then says what is missing. */
const canSubmit = (visit: Visit) =>
  !visit.sending && (visit.form === 'campaign' || isComplete(visit));

const afterEvent = (visit: Visit, event: AnyEventObject): Visit => {
  switch (event.type) {
    case 'field.changed':
      return { ...visit, fields: { ...visit.fields, [event['field']]: event['value'] } };
    case submit.type:
      if (!canSubmit(visit)) return visit;
      return isComplete(visit)
        ? { ...visit, isRefused: false, sending: visit.fields }
        : { ...visit, isRefused: true };
    case done('sendRequest').type:
      return { ...visit, sending: undefined, isSent: true };
    case failed('sendRequest').type:
      return { ...visit, sending: undefined };
    default:
      return visit;
  }
};

const visitOf = foldWith(
  ({ form, email, fields }: Input): Visit => ({
    form,
    // +91 is the default country code.
    fields: {
      name: '',
      email,
      organization: '',
      dialCode: '+91',
      phone: '',
      message: '',
      website: '',
      ...fields,
    },
    isRefused: false,
    isSent: false,
  }),
  afterEvent,
);

const rules: Record<string, Rule> = {
  'the form has what was typed, before, during and after a request': ({ after }, history) =>
    firstFault(
      differs('fields', after.context.fields, visitOf(history).fields),
      differs('form', after.context.form, visitOf(history).form),
    ),

  'every field can be changed at any time, and a complete form can be sent, once at a time':
    offeredExactly([submit, ...FIELDS.map((field) => change(field, 'x'))], ({ type }, history) =>
      type === submit.type ? canSubmit(visitOf(history)) : true,
    ),

  'a press on a complete form sends what it shows, and nothing else sends anything': (
    last,
    history,
  ) => {
    const { form, fields, sending } = visitOf(history);
    const isNew = last.event.type === submit.type && sending !== undefined;
    return differs(
      'started',
      startedBy(last),
      isNew ? [{ id: 'sendRequest', input: { form, fields } }] : [],
    );
  },

  'the button is busy exactly while the request runs': ({ after }, history) => {
    const { sending, isSent } = visitOf(history);
    return firstFault(
      differs('busy', after.hasTag('busy'), sending !== undefined),
      isSent ? undefined : differs('running', running(after), sending ? ['sendRequest'] : []),
    );
  },

  'errors beside the fields appear with a refused submit and stay until the next accepted one': (
    { after },
    history,
  ) => {
    const visit = visitOf(history);
    // Without an error the view shows none, whatever the tag says.
    return isComplete(visit) ? undefined : differs('error', after.hasTag('error'), visit.isRefused);
  },

  'a request shows no error': ({ after }) =>
    after.hasTag('busy') && after.hasTag('error') ? 'it does' : undefined,

  'the first error takes the focus at each refused submit, and not while the visitor types': (
    { event, after },
    history,
  ) => {
    const isRefusal = event.type === submit.type && visitOf(history).isRefused;
    return differs('takes the focus', after.matches({ idle: 'invalid' }), isRefusal);
  },

  'a failure says so, once, and nothing else says anything': ({ event, notices }) =>
    differs('notices', notices, event.type === failed('sendRequest').type ? ['demoNotSent'] : []),

  'each change is stored for a reload; a sent request removes the draft and opens the thank-you page':
    ({ event: { type }, actions }) => {
      const wanted: Record<string, string[]> = {
        'field.changed': ['saveDraft'],
        [done('sendRequest').type]: ['clearDraft', 'openThankYou'],
      };
      return differs('actions', actions.map(({ name }) => name).sort(), wanted[type] ?? []);
    },

  'the stored draft has the change that it is stored for': ({ event, before }, history) => {
    if (event.type !== 'field.changed') return undefined;
    const [, actions] = transition(before.machine, before, event);
    const saved = actions.find((action) => String(action.type) === 'saveDraft');
    return differs('draft', saved?.info.context['fields'], visitOf(history).fields);
  },

  'the flow ends when the request is sent, and only then': ({ after }, history) =>
    differs('status', after.status, visitOf(history).isSent ? 'done' : 'active'),

  'notices can be shown from the start': noticesAreShown,

  'a result and a failure are heard': answersAreHeard('demo-request'),
};

checkRules('demo-request', rules);

const complete = {
  name: 'Asha Rao',
  email: 'asha@acme.example',
  organization: 'Acme',
  phone: '9876543210',
};

// The draft of a complete form, because the paths end before a form is complete.
checkSequences('demo-request', rules, {
  inputs: [
    { form: 'page', email: 'asha@acme.example' },
    { form: 'page', email: '', fields: { ...complete, message: 'Two roles' } },
    { form: 'campaign', email: '', fields: complete },
  ],
  events: [
    submit,
    change('name', ''),
    change('name', 'Ravi '),
    change('email', 'asha@gmail.com'),
    done('sendRequest'),
    failed('sendRequest'),
  ],
  lengthMax: 5,
});

test('a draft is filled in, also over the address of the link', () => {
  const open = startChart('demo-request', {
    form: 'page',
    email: 'other@acme.example',
    fields: { ...complete, dialCode: '+44', message: 'Hello' },
  });
  expect(open().after.context.fields).toEqual({
    ...complete,
    dialCode: '+44',
    message: 'Hello',
    website: '',
  });
});

test.each([
  ['page', 'name', ' '],
  ['page', 'email', 'asha@gmail.com'],
  ['page', 'email', 'asha'],
  ['page', 'organization', ''],
  ['page', 'phone', ''],
  ['campaign', 'name', ' '],
  ['campaign', 'email', 'asha@my-hotmail.example'],
  ['campaign', 'organization', ''],
  ['campaign', 'phone', '+91 98765'],
] as const)(
  'the %s form is not sent with the %s %j, at first and after a failure',
  (form, field, value) => {
    const visit = startChart('demo-request', { form, email: '', fields: complete });
    for (const before of [[], [submit, failed('sendRequest')]]) {
      const events = [...before, change(field, value)];
      expect(visit(...events).after.can(submit)).toBe(form === 'campaign');
      expect(visit(...events, submit).started).toEqual([]);
      const corrected = visit(...events, submit, change(field, complete[field]), submit);
      expect(corrected.started).toHaveLength(1);
    }
  },
);

test('what is typed during a request belongs to the next one and shows no error by itself', () => {
  const visit = startChart('demo-request', { form: 'campaign', email: '', fields: complete });
  const events = [submit, change('name', ''), failed('sendRequest')];
  expect(visit(...events).after.hasTag('error')).toBe(false);
  expect(visit(...events, submit).after.hasTag('error')).toBe(true);
  const { started } = visit(...events, change('name', 'Ravi'), submit);
  expect(started).toMatchObject([{ input: { fields: { ...complete, name: 'Ravi' } } }]);
});

test('what a bot writes into the hidden field is sent, so that the server sees it', () => {
  const visit = startChart('demo-request', { form: 'page', email: '', fields: complete });
  expect(visit(change('website', 'https://spam.example'), submit).started).toMatchObject([
    { input: { fields: { website: 'https://spam.example' } } },
  ]);
});
