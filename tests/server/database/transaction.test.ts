import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { newDatabase } from '#tests/support/faults/running-server.ts';
import {
  databaseKinds,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/server/database/test-database.ts';
import { runOnPostgres } from '#tests/support/server/database/test-postgres.ts';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';
const ATTEMPTS_MAX = 5;

const fail = (trx: Transaction<Database>, state: string) =>
  sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`).execute(trx);

describe.each(databaseKinds)('a transaction (%s)', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await sql`create table counters (id int primary key, count int not null)`.execute(database.db);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await sql`delete from counters`.execute(database.db);
    await sql`insert into counters values (1, 0), (2, 0)`.execute(database.db);
  });

  const add = (trx: Transaction<Database>, id: number) =>
    sql`update counters set count = count + 1 where id = ${id}`.execute(trx);
  const counts = async () => {
    const { rows } = await sql<{ count: number }>`select count from counters order by id`.execute(
      database.db,
    );
    return rows.map(({ count }) => count);
  };

  it.each([SERIALIZATION_FAILURE, DEADLOCK])(
    'that fails with %s is repeated, and its first run leaves no changes',
    async (state) => {
      let runs = 0;
      const response = await inTransaction(database.db, async (trx) => {
        runs += 1;
        await add(trx, 1);
        if (runs < ATTEMPTS_MAX) await fail(trx, state);
        return 'done';
      });
      expect(response).toBe('done');
      expect(runs).toBe(ATTEMPTS_MAX);
      expect(await counts()).toEqual([1, 0]);
    },
  );

  it.each([
    [SERIALIZATION_FAILURE, ATTEMPTS_MAX],
    [UNIQUE_VIOLATION, 1],
  ])('that always fails with %s runs %i times', async (state, times) => {
    let runs = 0;
    const running = inTransaction(database.db, async (trx) => {
      runs += 1;
      await add(trx, 1);
      await fail(trx, state);
    });
    await expect(running).rejects.toMatchObject({ code: state });
    expect(runs).toBe(times);
    expect(await counts()).toEqual([0, 0]);
  });

  // PGlite has a single connection.
  it.runIf(kind === 'PostgreSQL')(
    'sees the changes of a concurrent transaction when it is repeated',
    async () => {
      let runs = 0;
      await inTransaction(database.db, async (trx) => {
        runs += 1;
        await sql`set transaction isolation level repeatable read`.execute(trx);
        await sql`select count from counters`.execute(trx);
        if (runs === 1) await database.db.transaction().execute((rival) => add(rival, 1));
        await add(trx, 1);
      });
      expect(runs).toBe(2);
      expect(await counts()).toEqual([2, 0]);
    },
  );

  it.runIf(kind === 'PostgreSQL')(
    'that deadlocks with another one is repeated until both succeed',
    async () => {
      let runs = 0;
      let arrived = 0;
      let meet = () => {};
      const met = new Promise<void>((resolve) => {
        meet = resolve;
      });
      const addBoth = (first: number, second: number) =>
        inTransaction(database.db, async (trx) => {
          runs += 1;
          await add(trx, first);
          arrived += 1;
          if (arrived === 2) meet();
          await met;
          await add(trx, second);
        });
      await Promise.all([addBoth(1, 2), addBoth(2, 1)]);
      // The repeated one may meet the other one's second statement again.
      expect(runs).toBeGreaterThan(2);
      expect(await counts()).toEqual([2, 2]);
    },
  );

  const untilOneWaits = () =>
    expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
        return rows.length;
      })
      .toBe(1);

  it.runIf(kind === 'PostgreSQL')(
    'of a single statement that deadlocks is repeated until it succeeds',
    async () => {
      let updating: Promise<unknown> | undefined;
      await database.db.transaction().execute(async (trx) => {
        // So that PostgreSQL ends the single statement.
        await sql`set local deadlock_timeout = '1h'`.execute(trx);
        await add(trx, 1);
        updating = sql`with second as
          (update counters set count = count + 1 where id = 2 returning 1)
          update counters set count = count + 1 from second where id = 1`.execute(database.db);
        await untilOneWaits();
        await add(trx, 2);
      });
      await updating;
      expect(await counts()).toEqual([2, 2]);
    },
  );
});

it('a single statement that fails to serialize is repeated (PostgreSQL)', async (context) => {
  const databaseUrl = await newDatabase(context);
  await runOnPostgres(`alter database ${new URL(databaseUrl).pathname.slice(1)}
    set default_transaction_isolation = 'repeatable read'`);
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(close);
  const now = sql<Date>`now()`;
  await db.insertInto('limits').values({ key: 'a limit', tat: now }).execute();
  let updating: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('limits').set({ key: 'the limit' }).execute();
    updating = db.updateTable('limits').set({ key: 'my limit' }).execute();
    await expect
      .poll(() =>
        runOnPostgres(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
          and datname = '${new URL(databaseUrl).pathname.slice(1)}'`),
      )
      .toHaveLength(1);
  });
  await updating;
  expect(await db.selectFrom('limits').select('key').execute()).toEqual([{ key: 'my limit' }]);
});
