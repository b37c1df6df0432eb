import { assign, emit, type PromiseActorLogic, setup } from 'xstate';
import { type DemoFields, type DemoForm, isDemoComplete } from '#contract/demo-request.ts';
import { DEFAULT_DIAL_CODE } from '#contract/dial-codes.ts';

/** A demo request as it is sent; what a campaign's link carried is added by whoever sends it. */
export interface DemoRequest {
  form: DemoForm;
  fields: DemoFields;
}

/**
 * A demo is asked for, by either form: `form` says whose rules hold. The page's form can't be sent
 * before it is complete; the campaign's always can, and then says what is wrong.
 */
export const demoRequestMachine = setup({
  types: {
    input: {} as { form: DemoForm; email: string; fields?: Partial<DemoFields> },
    context: {} as { form: DemoForm; fields: DemoFields },
    events: {} as
      | { type: 'field.changed'; field: keyof DemoFields; value: string }
      | { type: 'request.submitted' },
    emitted: {} as { type: 'notice'; notice: 'demoNotSent' },
    output: {} as { form: DemoForm },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    sendRequest: PromiseActorLogic<void, DemoRequest>;
  },
  guards: {
    isComplete: ({ context: { form, fields } }) => isDemoComplete(form, fields),
    isCampaign: ({ context }) => context.form === 'campaign',
  },
  actions: {
    keepField: assign({
      fields: ({ context }, { field, value }: { field: keyof DemoFields; value: string }) => ({
        ...context.fields,
        [field]: value,
      }),
    }),
    tellNotSent: emit({ type: 'notice', notice: 'demoNotSent' }),
  },
}).createMachine({
  id: 'demoRequest',
  description: 'A demo is asked for, from the demo page or from a campaign.',
  context: ({ input: { form, email, fields } }) => ({
    form,
    fields: {
      name: '',
      email,
      organization: '',
      dialCode: DEFAULT_DIAL_CODE,
      phone: '',
      message: '',
      website: '',
      ...fields,
    },
  }),
  output: ({ context: { form } }) => ({ form }),
  initial: 'idle',
  states: {
    idle: {
      initial: 'neutral',
      states: {
        neutral: {},
        faulty: {
          tags: 'error',
          description: 'The campaign form was sent with faults: each is told at its field.',
          on: {
            'field.changed': {
              target: 'mending',
              actions: { type: 'keepField', params: ({ event }) => event },
            },
          },
        },
        mending: {
          tags: 'error',
          description: 'What is still wrong stays told until the next try.',
        },
      },
      on: {
        'field.changed': { actions: { type: 'keepField', params: ({ event }) => event } },
        'request.submitted': [
          { guard: 'isComplete', target: 'submitting' },
          { guard: 'isCampaign', target: '.faulty' },
        ],
      },
    },
    submitting: {
      tags: 'busy',
      description: 'One request at a time: what is typed meanwhile stays for the next one.',
      on: { 'field.changed': { actions: { type: 'keepField', params: ({ event }) => event } } },
      invoke: {
        id: 'sendRequest',
        src: 'sendRequest',
        input: ({ context: { form, fields } }) => ({ form, fields }),
        onDone: 'succeeded',
        onError: 'failed',
      },
    },
    failed: {
      description: 'The visitor is told, and finds everything still typed.',
      entry: 'tellNotSent',
      always: 'idle',
    },
    succeeded: { type: 'final' },
  },
});
