import { type Kysely, sql } from 'kysely';
import { inTransaction } from './transaction.ts';
import type { Database } from './types.ts';

// A check takes a few milliseconds. Load balancers ask every second, and any client may ask more often.
const VALID_MS = 2000;
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
 * Creates a check whether the database can write: its disk has room, and it is not a standby. Concurrent calls
 * share one query, and a success is cached for `VALID_MS`.
 *
 * @param now monotonic clock in milliseconds
 */
export const createWriteCheck = (
  db: Kysely<Database>,
  now = () => performance.now(),
): (() => Promise<boolean>) => {
  let validUntil = Number.NEGATIVE_INFINITY;
  let checking: Promise<boolean> | undefined;

  const check = async (): Promise<boolean> => {
    const canWrite = await tryToWrite(db).catch((error) => codeOf(error) === CONFIGURATION_LIMIT);
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
