import { type Kysely, type SqlBool, sql } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';
import { fromNow } from '../database/time.ts';
import type { Database } from '../database/types.ts';
import type { WebhookPayload } from './events.ts';

/** A claimed webhook. */
export interface DueWebhook {
  id: string;
  payload: WebhookPayload;
  attempts: number;
  /** Milliseconds since it was enqueued or replayed. */
  ageMs: number;
}

// An array beside each join, because the planner may scan the whole table for a join with few rows.

/** Due rows that a claim looks at: some wait for an earlier one. */
const LOOKED_AT = 64;

/** Of a row of the outbox that waits. As literals, for which the planner takes the partial indexes. */
const waits = sql`kind = 'webhook' and sent_at is null`;

/**
 * Claims the webhooks of an endpoint that are due longest, at most `count`, for `leaseMs`; those that were not tried yet
 * come first, because an endpoint that refuses some rests after each. One that has an earlier undelivered webhook of its
 * demo request or company before it is not claimed, and is due again after that one.
 */
export const claimWebhooks = async (
  db: Kysely<Database>,
  address: string,
  count: number,
  leaseMs: number,
): Promise<DueWebhook[]> => {
  const { rows } = await sql<DueWebhook>`with due as materialized (
      select id, next_at, position, attempts, (
          select earlier.next_at from outbox as earlier
          where earlier.kind = 'webhook' and earlier.sent_at is null
            and earlier.subject = outbox.subject and earlier.recipient = outbox.recipient
            and earlier.position < outbox.position
          order by earlier.position limit 1) as earlier_at
      from outbox where ${waits} and recipient = ${address} and next_at <= now()
      order by next_at limit ${sql.lit(LOOKED_AT)} for update skip locked),
    postponed as (
      update outbox set next_at = greatest(due.earlier_at, ${fromNow(leaseMs)})
      from due where outbox.id = any(array(select id from due where earlier_at is not null))
        and outbox.id = due.id)
    update outbox set attempts = attempts + 1, next_at = ${fromNow(leaseMs)}, outcome = null
    where id = any(array(
      select id from due where earlier_at is null
      order by attempts > 0, next_at, position limit ${count}))
    returning id, payload, attempts,
      extract(epoch from now() - created_at)::float8 * ${sql.lit(MS_PER_S)} as "ageMs"`.execute(db);
  return rows;
};

/** Milliseconds until the next webhook of an endpoint is due; undefined if none waits. */
export const nextWebhookInMs = async (
  db: Kysely<Database>,
  address: string,
): Promise<number | undefined> => {
  const { rows } = await sql<{ ms: number }>`select
    ceil(extract(epoch from next_at - now()) * 1000)::float8 as ms
    from outbox where ${waits} and recipient = ${address} order by next_at limit 1`.execute(db);
  return rows[0]?.ms;
};

/** What becomes of a claimed webhook. */
export type WebhookOutcome =
  | { id: string; next: 'delivered' }
  /** Kept as a dead letter. */
  | { id: string; next: 'dead'; failure: string }
  /** Due again after `delayMs` milliseconds. */
  | { id: string; next: 'retry'; delayMs: number };

type Left = Exclude<WebhookOutcome, { next: 'retry' }>;

/** Moves webhooks out of the outbox. Those that waited for them are due. A delivered one leaves no payload. */
const moveOut = async (db: Kysely<Database>, left: readonly Left[]): Promise<void> => {
  const ids = left.map(({ id }) => id);
  const states = left.map(({ next }) => next);
  const failures = left.map((outcome) => (outcome.next === 'dead' ? outcome.failure : null));
  await sql`with gone as (delete from outbox where id = any(${ids}::uuid[]) returning *),
    woken as (
      update outbox set next_at = now() from gone
      where outbox.kind = 'webhook' and outbox.sent_at is null
        and outbox.subject = any(array(select subject from gone))
        and outbox.subject = gone.subject and outbox.recipient = gone.recipient
        and outbox.position > gone.position and outbox.id <> all(${ids}::uuid[]))
    insert into webhook_deliveries
      (id, endpoint, event, subject, position, state, payload, failure, attempts)
    select id, recipient, payload->>'type', subject, position, state,
      case when state = 'dead' then payload end, failure, attempts
    from gone join unnest(${ids}::uuid[], ${states}::text[], ${failures}::text[])
      as outcome_of (id, state, failure) using (id)`.execute(db);
};

/** Records the outcomes of deliveries. */
export const recordWebhooks = async (
  db: Kysely<Database>,
  outcomes: readonly WebhookOutcome[],
): Promise<void> => {
  const left = outcomes.filter((outcome) => outcome.next !== 'retry');
  const retried = outcomes.filter((outcome) => outcome.next === 'retry');
  if (left.length > 0) await moveOut(db, left);
  if (retried.length === 0) return;
  const ids = retried.map(({ id }) => id);
  const delaysS = retried.map(({ delayMs }) => delayMs / MS_PER_S);
  await sql`update outbox set next_at = now() + make_interval(secs => delay_s), outcome = 'postponed'
    from unnest(${ids}::uuid[], ${delaysS}::float8[]) as retried (id, delay_s)
    where outbox.id = any(${ids}::uuid[]) and outbox.id = retried.id`.execute(db);
};

/** Whether an endpoint was ended. */
export const isEnded = async (db: Kysely<Database>, address: string): Promise<boolean> => {
  const ended = await db
    .selectFrom('ended_endpoints')
    .where('address', '=', address)
    .select('address')
    .executeTakeFirst();
  return ended !== undefined;
};

/**
 * Ends an endpoint: its webhooks that wait become dead letters, and those of later events when they are claimed.
 * What is being sent has its own outcome.
 */
export const endEndpoint = async (
  db: Kysely<Database>,
  address: string,
  failure: string,
): Promise<void> => {
  await db
    .insertInto('ended_endpoints')
    .values({ address })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const waiting = await db
    .selectFrom('outbox')
    .where('kind', '=', 'webhook')
    .where('sent_at', 'is', null)
    .where('recipient', '=', address)
    .where(sql<SqlBool>`not (attempts > 0 and outcome is null and next_at > now())`)
    .select('id')
    .execute();
  if (waiting.length > 0)
    await moveOut(
      db,
      waiting.map(({ id }) => ({ id, next: 'dead', failure })),
    );
};
