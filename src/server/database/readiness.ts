import { type Kysely, sql } from 'kysely';
import { isMigrated } from './migrate.ts';
import { inTransaction } from './transaction.ts';
import type { Database } from './types.ts';

// A check takes a few milliseconds. Load balancers ask every second, and any client may ask more often.
const VALID_MS = 1000;
// configuration_limit_exceeded (PostgreSQL, Appendix A): `temp_file_limit`, which is not a full disk.
const CONFIGURATION_LIMIT = '53400';

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

// 4,000 numbers exceed the minimum work_mem, so PostgreSQL writes a temporary file of 32 KB and removes
// it. No row and no WAL is written, so the check does not fill the disk. A standby can write temporary
// files but is read-only.
const tryToWrite = (db: Kysely<Database>): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    await sql`set local work_mem = '64kB'`.execute(trx);
    const { rows } = await sql<{ isReadOnly: boolean }>`
      select current_setting('transaction_read_only') = 'on' as "isReadOnly", count(*)
      from generate_series(1, 4000)`.execute(trx);
    return rows[0]?.isReadOnly === false;
  });

/**
 * Creates a check whether the database can serve: it is migrated, its disk has room, and it is not a standby.
 * Concurrent calls share one answer, which is cached for `VALID_MS`. That it is migrated is asked until it is.
 *
 * @param now monotonic clock in milliseconds
 */
export const createReadinessCheck = (
  db: Kysely<Database>,
  now = () => performance.now(),
): (() => Promise<boolean>) => {
  let validUntil = Number.NEGATIVE_INFINITY;
  let answer = Promise.resolve(false);
  let wasMigrated = false;

  const check = async (): Promise<boolean> => {
    wasMigrated ||= await isMigrated(db).catch(() => false);
    return (
      wasMigrated && (await tryToWrite(db).catch((error) => codeOf(error) === CONFIGURATION_LIMIT))
    );
  };

  return () => {
    if (now() < validUntil) return answer;
    // Until it is answered, nobody else asks.
    validUntil = Number.POSITIVE_INFINITY;
    answer = check().finally(() => {
      validUntil = now() + VALID_MS;
    });
    return answer;
  };
};
