import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from './test-server.ts';

/** Waits until no mail is on its way: a worker that is still at it changes rows by itself. */
const untilMailRests = ({ db }: TestServer) =>
  expect
    .poll(() => db.selectFrom('outbox').where('sent_at', 'is', null).select('id').execute(), {
      timeout: 10_000,
    })
    .toEqual([]);

/**
 * Every row of every table, as text and in order: what must be the same after a request that was
 * refused.
 *
 * @param without tables that may change, such as `audit`, which keeps refusals
 */
export const databaseState = async (
  server: TestServer,
  { without = [] }: { without?: string[] } = {},
): Promise<Record<string, string[]>> => {
  await untilMailRests(server);
  const { db } = server;
  // A partition's rows are those of its table.
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
