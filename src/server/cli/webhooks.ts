import { type Kysely, sql, type Transaction } from 'kysely';
import { UUID } from '#contract/text.ts';
import type { WebhookSettings } from '../config/app-config.ts';
import { fromNow } from '../database/time.ts';
import type { Database } from '../database/types.ts';
import { WEBHOOK_LIFETIME_MS, type WebhookEvent } from '../webhooks/events.ts';
import {
  audited,
  CommandError,
  formatSecond,
  formatTable,
  parseOptions,
  UsageError,
  type Work,
} from './run-command.ts';

/** What `npm run leads -- --help` says of webhooks. */
export const WEBHOOKS_USAGE = `npm run leads -- webhooks                 endpoints, and the newest dead letters
npm run leads -- webhooks --replay ID     sends a dead letter again; all of them: --replay all
`;

const LISTED_MAX = 100;

type Addresses = ReadonlySet<string>;

const formatTime = (time: Date | null): string => (time ? formatSecond(time) : '');

/** Lists the endpoints of the settings and those that have rows, then the newest dead letters. */
const showWebhooks =
  (addresses: Addresses): Work =>
  async (db) => {
    const known = await listEndpoints(db);
    const stateOf = (address: string, endedAt: Date | null): string => {
      if (endedAt) return `ended ${formatSecond(endedAt)}`;
      return addresses.has(address) ? 'in use' : 'not in WEBHOOK_URLS';
    };
    const silent = [...addresses].filter((one) => !known.some(({ address }) => address === one));
    const endpoints = [
      ['endpoint', 'state', 'waiting', 'oldest', 'next try', 'delivered', 'dead'],
      ...known.map(({ address, waiting, oldest, next, delivered, dead, endedAt }) => [
        address,
        stateOf(address, endedAt),
        String(waiting),
        formatTime(oldest),
        formatTime(next),
        String(delivered),
        String(dead),
      ]),
      ...silent.map((address) => [address, stateOf(address, null), '0', '', '', '0', '0']),
    ];
    if (endpoints.length === 1) return 'WEBHOOK_URLS is not set, and no webhook is stored.\n';
    const letters = await listDeadLetters(db, LISTED_MAX);
    if (letters.length === 0) return formatTable(endpoints);
    const dead = [
      ['dead letter', 'event', 'of', 'endpoint', 'ended', 'attempts', 'failure'],
      ...letters.map(({ id, event, subject, endpoint, ended_at, attempts, failure }) => [
        id,
        event,
        subject,
        endpoint,
        formatSecond(ended_at),
        String(attempts),
        failure ?? '',
      ]),
    ];
    return `${formatTable(endpoints)}\n${formatTable(dead)}`;
  };

const replay =
  (id: string, addresses: Addresses): Work =>
  (db) =>
    audited(db, async (trx) => {
      const replayed = await replayDeadLetters(trx, [...addresses], id === 'all' ? undefined : id);
      if (replayed.length === 0) {
        const which = id === 'all' ? '' : ` ${id}`;
        throw new CommandError(`There is no dead letter${which} for an address in WEBHOOK_URLS.`);
      }
      const lifted = new Set(replayed.filter((one) => one.wasEnded).map(({ address }) => address));
      const lines = [
        `Dead letters that are sent again: ${replayed.length}\n`,
        ...[...lifted].map(
          (address) => `${address} was ended by its answer 410; it is in use again.\n`,
        ),
      ];
      return {
        text: lines.join(''),
        entry: { event: 'operator.replayed', outcome: 'accepted' },
      };
    });

/**
 * Parses `webhooks` and its options.
 *
 * @param args after `webhooks`
 */
export const parseWebhooks = (
  args: readonly string[],
  webhooks: WebhookSettings | undefined,
): Work => {
  const { values } = parseOptions(args, [], { replay: { type: 'string' } });
  const addresses = new Set(webhooks?.endpoints.map(({ address }) => address));
  const id = values.replay;
  if (id === undefined) return showWebhooks(addresses);
  if (id !== 'all' && !UUID.test(id.toLowerCase()))
    throw new UsageError(`--replay is not an id: ${id}`);
  return replay(id, addresses);
};

/** State of an event: dead if any endpoint has not got it for good, waiting if one has not got it yet. */
type DeliveryState = 'delivered' | 'waiting' | 'dead';

/**
 * The states of the events of demo requests and companies, by id, then by event. Events without a row, such as those
 * of a server without endpoints or delivered more than `WEBHOOK_RETENTION_MS` ago, have none.
 */
export const deliveryStates = async (
  db: Kysely<Database>,
  subjects: readonly string[],
): Promise<Map<string, Partial<Record<WebhookEvent, DeliveryState>>>> => {
  const { rows } = await sql<{ subject: string; event: WebhookEvent; state: DeliveryState }>`
    select subject, event,
      case when bool_or(state = 'dead') then 'dead' when bool_or(state = 'waiting') then 'waiting'
        else 'delivered' end as state
    from (
      select subject, event, state from webhook_deliveries where subject = any(${subjects}::uuid[])
      union all
      select subject, payload->>'type', 'waiting' from outbox
      where kind = 'webhook' and sent_at is null and subject = any(${subjects}::uuid[])
    ) as found group by subject, event`.execute(db);
  const states = new Map<string, Partial<Record<WebhookEvent, DeliveryState>>>();
  for (const { subject, event, state } of rows)
    states.set(subject, { ...states.get(subject), [event]: state });
  return states;
};

/** What an endpoint has got and not got. */
interface EndpointState {
  address: string;
  waiting: number;
  /** When the oldest one that waits was enqueued. */
  oldest: Date | null;
  /** When one of them is sent next. */
  next: Date | null;
  /** Within `WEBHOOK_RETENTION_MS`, as dead letters. */
  delivered: number;
  dead: number;
  /** When it was ended by its answer 410. */
  endedAt: Date | null;
}

/** The state of every endpoint that has webhooks or was ended, by address. */
const listEndpoints = async (db: Kysely<Database>): Promise<EndpointState[]> => {
  const { rows } = await sql<EndpointState>`
    select address, coalesce(waiting, 0) as waiting, oldest, next, coalesce(delivered, 0) as delivered,
      coalesce(dead, 0) as dead, ended_at as "endedAt"
    from (
        select recipient as address, count(*)::integer as waiting, min(created_at) as oldest,
          min(next_at) as next
        from outbox where kind = 'webhook' and sent_at is null group by recipient
      ) as waiting
      full join (
        select endpoint as address, (count(*) filter (where state = 'delivered'))::integer as delivered,
          (count(*) filter (where state = 'dead'))::integer as dead
        from webhook_deliveries group by endpoint
      ) as ended using (address)
      full join ended_endpoints using (address)
    order by address`.execute(db);
  return rows;
};

/** The newest dead letters, without what they say. */
const listDeadLetters = (db: Kysely<Database>, count: number) =>
  db
    .selectFrom('webhook_deliveries')
    .where('state', '=', 'dead')
    .select(['id', 'endpoint', 'event', 'subject', 'failure', 'attempts', 'ended_at'])
    .orderBy('ended_at', 'desc')
    .limit(count)
    .execute();

/** A dead letter that is sent again. */
export interface Replayed {
  address: string;
  /** Whether its endpoint was ended, which is over. */
  wasEnded: boolean;
}

/**
 * Enqueues dead letters of these addresses again, with their ids and in their order, and lifts the end of the
 * endpoints.
 *
 * @param id of one; by default all
 */
export const replayDeadLetters = async (
  trx: Transaction<Database>,
  addresses: readonly string[],
  id?: string,
): Promise<Replayed[]> => {
  const { rows } = await sql<Replayed>`with back as (
      delete from webhook_deliveries
      where state = 'dead' and endpoint = any(${addresses}::text[])
        ${id === undefined ? sql`` : sql`and id = ${id}::uuid`} returning *),
    again as (
      insert into outbox (id, kind, recipient, payload, subject, position, expires_at)
      select id, 'webhook', endpoint, payload, subject, position, ${fromNow(WEBHOOK_LIFETIME_MS)} from back),
    lifted as (
      delete from ended_endpoints where address in (select endpoint from back) returning address)
    select endpoint as address,
      exists (select 1 from lifted where address = endpoint) as "wasEnded" from back`.execute(trx);
  return rows;
};
