import type { EdgePathOptions } from '#paths/path-options.ts';

const changed = (field: string, value: string) => ({ type: 'field.changed', field, value });

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [
    { form: 'page', email: '' },
    { form: 'campaign', email: '' },
  ],
  events: [
    changed('name', 'Asha Rao'),
    changed('email', 'asha@acme.example'),
    changed('organization', 'Acme Robotics'),
    changed('phone', '9876543210'),
    changed('message', 'Two hundred offers a month.'),
    { type: 'request.submitted' },
    { type: 'xstate.done.actor.sendRequest' },
    { type: 'xstate.error.actor.sendRequest' },
  ],
};
