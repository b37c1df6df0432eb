import { CompiledQuery, type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { prepareOnce } from '#server/database/pool.ts';
import type { Database } from '#server/database/types.ts';
import { newDatabase, newDataFolder } from '#tests/support/faults/running-server.ts';
import { withoutPooler } from '#tests/support/server/database/test-postgres.ts';

const readCounters = prepareOnce('read_counters', 'select * from counters where id = $1');

/** A database on PostgreSQL itself: behind a pooler nothing is prepared. */
const openDirectly = async (context: TestContext) => {
  const databaseUrl = withoutPooler(await newDatabase(context));
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(close);
  return db;
};

const openEmbedded = async () => {
  const { db, close } = await openDatabase({
    databaseUrl: undefined,
    dataDir: await newDataFolder(),
  });
  onTestFinished(close);
  return db;
};

/** Runs work on one connection, which has prepared the statement. */
const afterPreparing = async (
  db: Kysely<Database>,
  work: (one: Kysely<Database>, read: () => Promise<unknown[]>) => Promise<void>,
) => {
  await sql`create table counters (id int primary key, count int not null)`.execute(db);
  await sql`insert into counters values (1, 7)`.execute(db);
  await db.connection().execute(async (one) => {
    const read = async () => (await one.executeQuery(CompiledQuery.raw(readCounters, [1]))).rows;
    expect(await read()).toEqual([{ id: 1, count: 7 }]);
    await work(one, read);
  });
};

const preparedIn = async (one: Kysely<Database>) =>
  (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(one)).rows;

it.for<[string, (context: TestContext) => Promise<Kysely<Database>>]>([
  ['PostgreSQL', openDirectly],
  ['PGlite', openEmbedded],
])('a frequent statement is prepared once for a connection (%s)', async ([, open], context) => {
  await afterPreparing(await open(context), async (one) => {
    expect(await preparedIn(one)).toEqual([{ name: 'read_counters' }]);
  });
});

it('a statement whose session is another one all at once is parsed at each use', async (context) => {
  await afterPreparing(await openDirectly(context), async (one, read) => {
    // What a pooler does that changes sessions unnoticed.
    await sql`deallocate all`.execute(one);
    expect(await read()).toEqual([{ id: 1, count: 7 }]);
    expect(await read()).toEqual([{ id: 1, count: 7 }]);
    expect(await preparedIn(one)).toEqual([]);
  });
});

it('a statement whose name another client has taken is parsed at each use', async (context) => {
  const db = await openDirectly(context);
  await db.connection().execute(async (one) => {
    await sql.raw('prepare read_counters as select 1').execute(one);
    expect(await preparedIn(one)).toEqual([{ name: 'read_counters' }]);
    await sql`create table counters (id int primary key, count int not null)`.execute(one);
    const read = () => one.executeQuery(CompiledQuery.raw(readCounters, [1]));
    expect((await read()).rows).toEqual([]);
    expect((await read()).rows).toEqual([]);
  });
});

it('a statement whose columns have changed is answered with those of now', async (context) => {
  await afterPreparing(await openDirectly(context), async (one, read) => {
    await sql`alter table counters add column name text`.execute(one);
    expect(await read()).toEqual([{ id: 1, count: 7, name: null }]);
  });
});
