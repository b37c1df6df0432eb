import { assign, type PromiseActorLogic, sendTo, setup, spawnChild } from 'xstate';
import {
  type DemoFields,
  type DemoForm,
  DIAL_CODES,
  validateDemo,
} from '#contract/demo-request.ts';
import { type Notifier, notifierOf, toNoticeEvent } from './rules/notice.ts';

/** A demo request. The `sendRequest` actor adds the campaign parameters of the link. */
export interface DemoRequest {
  form: DemoForm;
  fields: DemoFields;
}

/**
 * Requests a demo. `form` selects the validation rules. The demo page's form can be submitted only
 * when it is complete. The campaign's form can always be submitted, and then shows its errors.
 */
export const demoRequestMachine = setup({
  types: {
    input: {} as { form: DemoForm; email: string; fields?: Partial<DemoFields> },
    context: {} as { form: DemoForm; fields: DemoFields },
    events: {} as
      | { type: 'field.changed'; field: keyof DemoFields; value: string }
      | { type: 'request.submitted' },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    sendRequest: PromiseActorLogic<void, DemoRequest>;
    notifier: Notifier;
  },
  guards: {
    isComplete: ({ context: { form, fields } }) =>
      Object.keys(validateDemo(form, fields)).length === 0,
    isCampaign: ({ context }) => context.form === 'campaign',
  },
  actions: {
    setField: assign(
      ({ context }, { field, value }: { field: keyof DemoFields; value: string }) => ({
        fields: { ...context.fields, [field]: value },
      }),
    ),
    /** Stores the fields for a reload. */
    saveDraft: () => {},
    clearDraft: () => {},
    /** Opens the form's thank-you page. */
    openThankYou: () => {},
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(notifierOf, toNoticeEvent<'demoNotSent'>),
  },
}).createMachine({
  id: 'demoRequest',
  description: 'Requests a demo from the demo page or from a campaign.',
  context: ({ input: { form, email, fields } }) => ({
    form,
    fields: {
      name: '',
      email,
      organization: '',
      dialCode: DIAL_CODES[0].code,
      phone: '',
      message: '',
      website: '',
      ...fields,
    },
  }),
  entry: 'startNotifier',
  initial: 'idle',
  states: {
    idle: {
      initial: 'neutral',
      states: {
        neutral: {},
        invalid: {
          tags: 'error',
          description: 'The campaign form was submitted with errors, shown beside their fields.',
          on: {
            'field.changed': {
              target: 'correcting',
              actions: [{ type: 'setField', params: ({ event }) => event }, 'saveDraft'],
            },
          },
        },
        correcting: {
          tags: 'error',
          description: 'The remaining errors stay visible until the next submit.',
        },
      },
      on: {
        'field.changed': {
          actions: [{ type: 'setField', params: ({ event }) => event }, 'saveDraft'],
        },
        'request.submitted': [
          { guard: 'isComplete', target: 'submitting' },
          { guard: 'isCampaign', target: '.invalid' },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      description: 'One request at a time. Changes during the request apply to the next one.',
      on: {
        'field.changed': {
          actions: [{ type: 'setField', params: ({ event }) => event }, 'saveDraft'],
        },
      },
      invoke: {
        id: 'sendRequest',
        src: 'sendRequest',
        input: ({ context: { form, fields } }) => ({ form, fields }),
        onDone: 'succeeded',
        onError: 'failed',
      },
    },
    failed: {
      description: 'Shows a notice and keeps the fields.',
      entry: { type: 'notify', params: 'demoNotSent' },
      always: 'idle',
    },
    succeeded: { type: 'final', entry: ['clearDraft', 'openThankYou'] },
  },
});
