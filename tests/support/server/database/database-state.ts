import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from '../test-server.ts';

/** Waits until the outbox is empty: a delivery would change rows meanwhile. */
export const waitForEmptyOutbox = ({ db }: TestServer) =>
  expect
    .poll(() => db.selectFrom('outbox').where('sent_at', 'is', null).select('id').execute(), {
      timeout: 10_000,
    })
    .toEqual([]);

/**
 * Every row of every table as text, ordered. Compare before and after a request that must change
 * nothing.
 *
 * @param without tables that may change, such as `audit`, which records refusals
 */
export const databaseState = async (
  server: TestServer,
  { without = [] }: { without?: string[] } = {},
): Promise<Record<string, string[]>> => {
  await waitForEmptyOutbox(server);
  const { db } = server;
  // A partition's rows belong to its parent table.
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not relispartition order by 1`.execute(db);
  const state: Record<string, string[]> = {};
  for (const { name } of tables.rows.filter((table) => !without.includes(table.name))) {
    const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t
      order by 1`.execute(db);
    state[name] = rows.map(({ row }) => row);
  }
  return state;
};
