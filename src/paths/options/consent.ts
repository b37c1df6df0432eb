import type { EdgePathOptions } from '#paths/path-options.ts';

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ choice: undefined }, { choice: 'accepted' }, { choice: 'declined' }],
  events: [
    { type: 'consent.accepted' },
    { type: 'consent.declined' },
    { type: 'settings.opened' },
    { type: 'page.left' },
    { type: 'choice.changed', choice: 'accepted' },
    { type: 'choice.changed', choice: 'declined' },
  ],
};
