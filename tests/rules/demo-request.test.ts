import { checkRules } from '#tests/support/rules/check-rules.ts';

const requests = (id: string) => `xstate.error.actor.${id}`;

checkRules('demo-request', {
  'a request that failed can be sent again': ({ event, after }) =>
    event.type === requests('sendRequest') && !after.can({ type: 'request.submitted' })
      ? 'the form takes no second try'
      : undefined,
});
