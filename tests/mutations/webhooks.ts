import type { Mutation } from '#build/testing/mutations.ts';

const EVENTS = 'tests/server/webhooks/events.test.ts';
const RETRIES = 'tests/server/webhooks/retries.test.ts';
const ENDPOINTS = 'tests/server/webhooks/endpoints.test.ts';
const ADDRESSES = 'tests/server/webhooks/public-address.test.ts';
const COMMAND = 'tests/server/webhooks/command.test.ts';
const PLANS = 'tests/server/webhooks/query-plans.test.ts';

/** Faults of webhooks. */
export const webhookMutations: Mutation[] = [
  {
    name: 'a later event of a company overtakes an earlier one',
    file: 'src/server/webhooks/queue.ts',
    from: 'and earlier.position < outbox.position',
    to: 'and earlier.position < outbox.position and false',
    tests: [EVENTS],
  },
  {
    name: 'an event that waits for another is not due when that one is delivered',
    file: 'src/server/webhooks/queue.ts',
    from: 'and outbox.position > gone.position',
    to: 'and outbox.position > gone.position and false',
    tests: [EVENTS],
  },
  {
    name: 'an event that waits for another is looked at again and again',
    file: 'src/server/webhooks/queue.ts',
    from: 'set next_at = greatest(due.earlier_at,',
    to: 'set next_at = least(outbox.next_at,',
    tests: [EVENTS],
  },
  {
    name: 'attempts of servers of the version before make pauses long',
    file: 'src/server/webhooks/webhooks.ts',
    from: 'Math.min(doubled, Math.max(ageMs, PAUSE_MIN_MS))',
    to: 'doubled',
    tests: [RETRIES],
  },
  {
    name: 'a webhook is tried for ever',
    file: 'src/server/webhooks/webhooks.ts',
    from: 'if (remaining <= 0) return undefined;',
    to: '',
    tests: [RETRIES],
  },
  {
    name: 'the last attempt is hours before the end of the third day',
    file: 'src/server/webhooks/webhooks.ts',
    from: 'RETRY_AFTER_MAX_MS)), remaining)',
    to: 'RETRY_AFTER_MAX_MS)), RETRIES_MS)',
    tests: [RETRIES],
  },
  {
    name: 'an endpoint may ask for a pause of any length',
    file: 'src/server/webhooks/webhooks.ts',
    from: 'Math.min(retryAfterMs, RETRY_AFTER_MAX_MS)',
    to: 'retryAfterMs',
    tests: [RETRIES],
  },
  {
    name: 'Retry-After counts with every status',
    file: 'src/server/webhooks/send.ts',
    from: 'new Set([429, 503])',
    to: 'new Set([429, 500, 503])',
    tests: [RETRIES],
  },
  {
    name: 'a redirect counts as delivered',
    file: 'src/server/webhooks/send.ts',
    from: 'statusCode <= 299',
    to: 'statusCode <= 399',
    tests: [RETRIES],
  },
  {
    name: 'an answer of any length is read',
    file: 'src/server/webhooks/send.ts',
    from: 'if (bytes > ANSWER_BYTES_MAX)',
    to: 'if (bytes > ANSWER_BYTES_MAX && false)',
    tests: [RETRIES],
  },
  {
    name: 'what waits for an endpoint that is ended is sent',
    file: 'src/server/webhooks/webhooks.ts',
    from: 'if (await ended) {',
    to: 'if ((await ended) && false) {',
    tests: [ENDPOINTS],
  },
  {
    name: 'what waits for an endpoint that is ended goes on waiting',
    file: 'src/server/webhooks/webhooks.ts',
    from: "if (answer.kind === 'gone') await endEndpoint(",
    to: "if (answer.kind === 'gone' && false) await endEndpoint(",
    tests: [ENDPOINTS],
  },
  {
    name: 'a replay leaves an endpoint ended',
    file: 'src/server/cli/webhooks.ts',
    from: 'delete from ended_endpoints where address',
    to: 'delete from ended_endpoints where false and address',
    tests: [ENDPOINTS, COMMAND],
  },
  {
    name: 'an address in the settings may be private',
    file: 'src/server/webhooks/send.ts',
    from: 'if (!allowsPrivate && isPrivateHost(url)) throw new PrivateAddressError();',
    to: '',
    tests: [ENDPOINTS],
  },
  {
    name: 'a name may have a private address',
    file: 'src/server/webhooks/send.ts',
    from: 'createLookup(allowsPrivate, ',
    to: 'createLookup(true, ',
    tests: [ENDPOINTS],
  },
  {
    name: 'a name that does not resolve takes all threads of lookups',
    file: 'src/server/config/webhook-endpoints.ts',
    from: 'asking.set(hostname, waiting);',
    to: '',
    tests: [ENDPOINTS],
  },
  {
    name: 'a name may have a private address beside a public one',
    file: 'src/server/config/webhook-endpoints.ts',
    from: '!addresses.every(',
    to: '!addresses.some(',
    tests: [ADDRESSES],
  },
  {
    name: 'any certificate will do',
    file: 'src/server/webhooks/send.ts',
    from: 'agent: false,',
    to: 'agent: false, rejectUnauthorized: false,',
    tests: [ENDPOINTS],
  },
  {
    name: 'a repeated demo request is told again',
    file: 'src/server/leads/leads.ts',
    from: 'if (limited?.rates.includes(same.rate.name)) return false;',
    to: '',
    tests: [EVENTS],
  },
  {
    name: 'a company is told of each time that its first step is sent',
    file: 'src/server/companies/routes.ts',
    from: 'if (created?.isNew)',
    to: 'if (created)',
    tests: [EVENTS],
  },
  {
    name: 'a sign-up is completed again by each change of the company',
    file: 'src/server/companies/companies.ts',
    from: "if (signUp?.state !== 'accepted') return true;",
    to: '',
    tests: [EVENTS],
  },
  {
    name: 'webhooks that wait are claimed as mails',
    file: 'src/server/mail/outbox.ts',
    from: "where sent_at is null and kind <> 'webhook' and next_at",
    to: 'where sent_at is null and next_at',
    tests: [PLANS],
  },
  {
    name: 'a delivered webhook keeps its data',
    file: 'src/server/webhooks/queue.ts',
    from: "case when state = 'dead' then payload end",
    to: 'payload',
    tests: [EVENTS],
  },
  {
    name: 'an erasure leaves webhooks that wait',
    file: 'src/server/cli/erase-account.ts',
    from: "            sql`payload->'data'->>'email'`,\n",
    to: '',
    tests: [COMMAND],
  },
  {
    name: 'an erasure leaves dead letters',
    file: 'src/server/cli/erase-account.ts',
    from: "    trx.deleteFrom('webhook_deliveries').where(concerns(sql`payload->'data'->>'email'`)),\n",
    to: '',
    tests: [COMMAND],
  },
  {
    name: 'webhooks count as mails in the metrics',
    file: 'src/server/metrics/metrics.ts',
    from: "select 1 from outbox where sent_at is null and kind <> 'webhook'",
    to: 'select 1 from outbox where sent_at is null',
    tests: [RETRIES],
  },
];
