import type { EdgePathOptions } from '#tests/support/edge-paths.ts';

const changed = (field: string, value: string) => ({ type: 'field.changed', field, value });

/** What can happen to this chart, and where it can start. */
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
