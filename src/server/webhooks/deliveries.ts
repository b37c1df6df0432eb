import { type Kysely, sql, type Transaction } from 'kysely';
import { fromNow } from '../database/time.ts';
import type { Database } from '../database/types.ts';
import { WEBHOOK_LIFETIME_MS, type WebhookEvent } from './events.ts';

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
export interface EndpointState {
  address: string;
  waiting: number;
  /** When the oldest one that waits was enqueued. */
  oldest: Date | null;
  /** Within `WEBHOOK_RETENTION_MS`, as dead letters. */
  delivered: number;
  dead: number;
  /** When it was ended by its answer 410. */
  endedAt: Date | null;
}

/** The state of every endpoint that has webhooks or was ended, by address. */
export const listEndpoints = async (db: Kysely<Database>): Promise<EndpointState[]> => {
  const { rows } = await sql<EndpointState>`
    select address, coalesce(waiting, 0) as waiting, oldest, coalesce(delivered, 0) as delivered,
      coalesce(dead, 0) as dead, ended_at as "endedAt"
    from (
        select recipient as address, count(*)::integer as waiting, min(created_at) as oldest
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
export const listDeadLetters = (db: Kysely<Database>, count: number) =>
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
