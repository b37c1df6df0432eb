import { done, type EdgePathOptions, plain } from '../path-options.ts';

const changed = (field: string, value: string) => ({ type: 'field.changed', field, value });

/** Events and inputs by chart name. */
export const options = {
  consent: {
    inputs: [{ choice: undefined }, { choice: 'accepted' }, { choice: 'declined' }],
    events: [
      ...plain('consent.accepted', 'consent.declined', 'settings.pressed', 'review.cancelled'),
      ...plain('page.left'),
      { type: 'choice.changed', choice: 'accepted' },
      { type: 'choice.changed', choice: 'declined' },
    ],
  },
  'demo-request': {
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
      done('sendRequest'),
    ],
  },
} satisfies Record<string, EdgePathOptions>;
