import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/database/types.ts';

/** Runs a statement in a transaction that stays open until the result is called. */
export const holdLock = async (
  db: Kysely<Database>,
  statement: string,
): Promise<() => Promise<void>> => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const done = db.transaction().execute(async (trx) => {
    await sql.raw(statement).execute(trx);
    held();
    await released;
  });
  await Promise.race([isHeld, done]);
  return async () => {
    release();
    await done;
  };
};

/** Locks the rows of limits whose key starts with a text. */
export const lockLimits = (db: Kysely<Database>, start: string, wait: '' | 'nowait' = '') =>
  holdLock(
    db,
    `select key from limits where strpos(key, '${start}') = 1 order by key for update ${wait}`,
  );

/** Waits until so many connections of a database wait for a lock. */
export const untilWaiting = (db: Kysely<Database>, connections = 1) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    })
    .toBe(connections);
