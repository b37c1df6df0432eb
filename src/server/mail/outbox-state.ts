import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/types.ts';

/** As far as the outbox is counted, so that a long queue costs no more than a short one. */
const COUNT_MAX = 10_000;

/** How much waits in the outbox. */
interface OutboxState {
  /** Mails that have not left, up to 10,000. */
  mails: number;
  /** Seconds since the oldest mail was due; 0 when none is. */
  oldestDueS: number;
}

/** Looks at the outbox, by its index of what is due. */
export const readOutboxState = async (db: Kysely<Database>): Promise<OutboxState> => {
  const { rows } = await sql<OutboxState>`select
    (select count(*)::integer from (
      select 1 from outbox where sent_at is null order by next_at limit ${sql.lit(COUNT_MAX)}
    ) as waiting) as mails,
    coalesce((select greatest(extract(epoch from now() - next_at), 0)::float8
      from outbox where sent_at is null order by next_at limit 1), 0) as "oldestDueS"`.execute(db);
  return rows[0] ?? { mails: 0, oldestDueS: 0 };
};
