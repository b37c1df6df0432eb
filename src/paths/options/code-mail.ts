import type { EdgePathOptions } from '#paths/path-options.ts';

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [{ email: 'asha@acme.example' }],
  events: [
    { type: 'mail.trying' },
    { type: 'mail.postponed', retryAfterS: 15 },
    { type: 'mail.sent' },
    { type: 'mail.refused' },
    { type: 'mail.bounced' },
    { type: 'mail.unknown' },
    { type: 'mail.expired' },
    { type: 'xstate.error.actor.watchMail' },
  ],
  // What has been settled is not asked again.
  isPossible: (snapshot) => snapshot.matches('unknown') || snapshot.matches('waiting'),
};
