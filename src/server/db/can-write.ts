import { type Kysely, sql } from 'kysely';
import type { Database } from './types.ts';

// A check takes some milliseconds; a balancer may ask every second, and others as often as they like.
const VALID_MS = 2000;
// What it is allowed to use is used up: that says nothing about the disk (PostgreSQL, Appendix A).
const OWN_LIMIT = '53400';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

// So many numbers don't fit into the least memory for work: the database writes them, 32 KB, into a
// file of its own and removes it. No row changes and nothing is logged, so a full disk gets no fuller.
// A standby has such files too, but takes no rows.
const tryToWrite = (db: Kysely<Database>): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only') = 'on' as "isReadOnly", count(*)
      from generate_series(1, 4000)`.execute(trx);
    return rows[0]?.isReadOnly === false;
  });

/**
 * Answers a function that says whether the database can write just now: its disk has room, and it is
 * no standby. Those who ask at once share one check, and a success counts for two seconds.
 *
 * @param now milliseconds of a clock that never goes back
 */
export const createWriteCheck = (
  db: Kysely<Database>,
  now = () => performance.now(),
): (() => Promise<boolean>) => {
  let validUntil = Number.NEGATIVE_INFINITY;
  let checking: Promise<boolean> | undefined;

  const check = async (): Promise<boolean> => {
    const canWrite = await tryToWrite(db).catch((error) => codeOf(error) === OWN_LIMIT);
    if (canWrite) validUntil = now() + VALID_MS;
    checking = undefined;
    return canWrite;
  };

  return async () => {
    if (now() < validUntil) return true;
    checking ??= check();
    return checking;
  };
};
