import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/types.ts';

const MS_PER_S = 1000;

/** What becomes of the row of a claimed mail. */
export type Outcome =
  /** Deleted: sent, expired or refused. */
  | { id: string; next: 'remove' }
  /** Marked as sent and kept for a while, because of its idempotency key. */
  | { id: string; next: 'keep' }
  /** Due again after `delayMs` milliseconds. */
  | { id: string; next: 'retry'; delayMs: number };

/** Records the outcomes of deliveries, those of one kind in one statement. */
export const recordOutcomes = async (
  db: Kysely<Database>,
  outcomes: readonly Outcome[],
): Promise<void> => {
  const removed = outcomes.filter(({ next }) => next === 'remove').map(({ id }) => id);
  const kept = outcomes.filter(({ next }) => next === 'keep').map(({ id }) => id);
  const retried = outcomes.filter((outcome) => outcome.next === 'retry');
  if (removed.length > 0)
    await sql`delete from outbox where id = any(${removed}::uuid[])`.execute(db);
  if (kept.length > 0)
    await sql`update outbox set sent_at = now() where id = any(${kept}::uuid[])`.execute(db);
  if (retried.length === 0) return;
  const ids = retried.map(({ id }) => id);
  const delaysS = retried.map(({ delayMs }) => delayMs / MS_PER_S);
  // The array twice, because the planner may scan the whole index for a join with few rows.
  await sql`update outbox set next_at = now() + make_interval(secs => delay_s)
    from unnest(${ids}::uuid[], ${delaysS}::float8[]) as retried (id, delay_s)
    where outbox.id = any(${ids}::uuid[]) and outbox.id = retried.id`.execute(db);
};
