import { type Kysely, sql } from 'kysely';
import { LOGIN_TRIES_PER_NETWORK_PER_MINUTE } from '#contract/limits.ts';
import type { Database } from '../db/types.ts';

const WINDOW = sql`interval '1 minute'`;
const MAX = sql.lit(LOGIN_TRIES_PER_NETWORK_PER_MINUTE);

/**
 * Counts a try to log in from a client network. Counting and refusing are one statement, which
 * waits for the row: any number of tries at once get through as often as the limit says. The
 * newest tries are kept, so the oldest of them tells whether there is room.
 *
 * @returns 0 when the try may go on, else the seconds after which the next one may
 */
export const takeNetworkTry = async (db: Kysely<Database>, network: string): Promise<number> => {
  const { rows } = await sql`insert into login_tries as own (network, tried_at, forget_at)
    values (${network}, array[clock_timestamp()], clock_timestamp() + ${WINDOW})
    on conflict (network) do update set
      tried_at = (own.tried_at || clock_timestamp())[greatest(cardinality(own.tried_at) + 2 - ${MAX}, 1):],
      forget_at = clock_timestamp() + ${WINDOW}
    where cardinality(own.tried_at) < ${MAX} or own.tried_at[1] <= clock_timestamp() - ${WINDOW}
    returning network`.execute(db);
  if (rows.length > 0) return 0;
  const waiting = await sql<{ seconds: number }>`select
    ceil(extract(epoch from tried_at[1] + ${WINDOW} - clock_timestamp()))::integer as seconds
    from login_tries where network = ${network}`.execute(db);
  return Math.max(waiting.rows[0]?.seconds ?? 1, 1);
};
