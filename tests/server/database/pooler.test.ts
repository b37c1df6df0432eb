import { CompiledQuery, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { findProgram } from '#build/local-programs.ts';
import { isDatabaseUnavailable } from '#server/database/failures.ts';
import { isMigrated, migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import {
  COMMAND_TIMEOUTS,
  type DatabaseTimeouts,
  MIGRATION_TIMEOUTS,
  prepareOnce,
} from '#server/database/pool.ts';
import { newDatabase } from '#tests/support/faults/running-server.ts';
import { poolerUrl, startPgBouncer } from '#tests/support/server/database/pgbouncer.ts';
import { runOnPostgres, withoutPooler } from '#tests/support/server/database/test-postgres.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const SHORT: DatabaseTimeouts = {
  queryMs: 30_000,
  statementMs: 300,
  lockMs: 200,
  idleInTransactionMs: 300,
};
/** More than the pooler's sessions. */
const CONCURRENT = 10;
const SERVERS = 8;

/** A database behind a PgBouncer of this test. */
const newPooled = async (context: TestContext, source?: string): Promise<string> => {
  skipBecause(context, findProgram('pgbouncer') ? undefined : 'PgBouncer is not installed');
  const url = withoutPooler(await newDatabase(context, source));
  const { port, stop } = await startPgBouncer(url);
  onTestFinished(stop);
  return poolerUrl(url, port);
};

const open = async (databaseUrl: string, timeouts: DatabaseTimeouts) => {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, timeouts);
  onTestFinished(close);
  return db;
};

const connect = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

const codesOf = async (works: Promise<unknown>[]): Promise<unknown[]> =>
  (await Promise.allSettled(works)).map((work) =>
    work.status === 'rejected' ? work.reason.code : 'none',
  );

const repeat = <Result>(work: () => Result): Result[] => Array.from({ length: CONCURRENT }, work);

const all = (code: string) => Array.from({ length: CONCURRENT }, () => code);

describe('behind PgBouncer in transaction mode', () => {
  it('a slow statement ends in every session, alone and in a transaction', async (context) => {
    const db = await open(await newPooled(context), SHORT);
    const sleep = sql`select pg_sleep(30)`;
    expect(await codesOf(repeat(() => sleep.execute(db)))).toEqual(all('57014'));
    const inTransactions = repeat(() => db.transaction().execute((trx) => sleep.execute(trx)));
    expect(await codesOf(inTransactions)).toEqual(all('57014'));
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it('a wait for a lock ends in every session', async (context) => {
    const url = await newPooled(context);
    const db = await open(url, { ...SHORT, statementMs: 20_000 });
    const other = await connect(withoutPooler(url));
    await other.query('begin');
    await other.query('lock table leads');
    const reads = repeat(() => db.selectFrom('leads').selectAll().execute());
    expect(await codesOf(reads)).toEqual(all('55P03'));
    await other.query('rollback');
  });

  it('an idle transaction loses its locks', async (context) => {
    const url = await newPooled(context);
    const db = await open(url, SHORT);
    const other = await connect(withoutPooler(url));
    const left = db.transaction().execute(async (trx) => {
      await sql`lock table leads`.execute(trx);
      await other.query('select count(*) from leads');
      await sql`select 1`.execute(trx);
    });
    await expect(left).rejects.toSatisfy(isDatabaseUnavailable);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  });

  it('no timeout stays behind in a session that others use', async (context) => {
    const url = await newPooled(context);
    const clients = [await open(url, COMMAND_TIMEOUTS), await open(url, SHORT)];
    for (const db of clients)
      await Promise.all(repeat(() => sql`select pg_sleep(0.05)`.execute(db)));
    const readTimeout = async () => {
      const { rows } = await (await connect(url)).query(
        `select current_setting('statement_timeout') as timeout, pg_sleep(0.05)`,
      );
      return rows[0].timeout;
    };
    expect(await Promise.all(repeat(readTimeout))).toEqual(all('0'));
  });

  it('no statement is prepared', async (context) => {
    const db = await open(await newPooled(context), SHORT);
    const statement = prepareOnce('pooled', 'select $1::integer as given, pg_sleep(0.05)');
    const run = () => db.executeQuery(CompiledQuery.raw(statement, [1]));
    await Promise.all([...repeat(run), ...repeat(run)]);
    const countPrepared = async () =>
      (await sql`select pg_sleep(0.05) from pg_prepared_statements`.execute(db)).rows.length;
    expect(await Promise.all(repeat(countPrepared))).toEqual(repeat(() => 0));
  });

  it('several servers that start at once migrate the database once, and leave no lock', async (context) => {
    const url = await newPooled(context, 'template1');
    const servers = await Promise.all(
      Array.from({ length: SERVERS }, () => open(url, MIGRATION_TIMEOUTS)),
    );
    await Promise.all(servers.map((db) => migrate(db)));
    for (const db of servers) expect(await isMigrated(db)).toBe(true);
    const name = new URL(url).pathname.slice(1);
    const locks = await runOnPostgres(`select 1 from pg_locks join pg_database on oid = database
      where locktype = 'advisory' and datname = '${name}'`);
    expect(locks).toEqual([]);
  });
});
