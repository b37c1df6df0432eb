import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/types.ts';

/** Upper bound of the count, which bounds the cost of the query. */
const COUNT_MAX = 10_000;

/** Size and delay of the outbox. */
interface OutboxState {
  /** Number of unsent mails, up to `COUNT_MAX`. */
  mails: number;
  /** Seconds since the oldest mail became due; 0 if none is. */
  oldestDueS: number;
}

/** Reads the state of the outbox by its index of due mails. */
export const readOutboxState = async (db: Kysely<Database>): Promise<OutboxState> => {
  const { rows } = await sql<OutboxState>`select
    (select count(*)::integer from (
      select 1 from outbox where sent_at is null order by next_at limit ${sql.lit(COUNT_MAX)}
    ) as waiting) as mails,
    coalesce((select greatest(extract(epoch from now() - next_at), 0)::float8
      from outbox where sent_at is null order by next_at limit 1), 0) as "oldestDueS"`.execute(db);
  return rows[0] ?? { mails: 0, oldestDueS: 0 };
};
