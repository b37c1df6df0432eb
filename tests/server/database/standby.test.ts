// @module-tag further
import { sql } from 'kysely';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { isDatabaseUnavailable } from '#server/database/failures.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { COMMAND_TIMEOUTS } from '#server/database/pool.ts';
import {
  missingFailoverReason,
  startDatabaseBalancer,
} from '#tests/support/faults/database-balancer.ts';
import {
  type PostgresPair,
  queryOnce,
  startPostgresPair,
} from '#tests/support/faults/postgres-pair.ts';
import { newFolder } from '#tests/support/faults/running-server.ts';
import { startServerProcess } from '#tests/support/faults/server-process.ts';
import { poolerUrl, startPgBouncer } from '#tests/support/server/database/pgbouncer.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const PATIENCE = { timeout: 30_000, interval: 50 };
/** transaction_resolution_unknown and read_only_sql_transaction (PostgreSQL, Appendix A). */
const RESOLUTION_UNKNOWN = '08007';
const READ_ONLY = '25006';

const open = async (databaseUrl: string) => {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, COMMAND_TIMEOUTS);
  onTestFinished(close);
  return db;
};

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error) => [error.code, isDatabaseUnavailable(error)],
  );

/** Starts a pair with an empty table `marks`, whose roles hide warnings by default. */
const startPair = async (context: TestContext): Promise<PostgresPair> => {
  skipBecause(context, missingFailoverReason());
  const pair = await startPostgresPair();
  await queryOnce(
    pair.primaryUrl(),
    'create table marks (mark int)',
    'alter role postgres set client_min_messages = error',
  );
  return pair;
};

/** Cancels the commit that waits for the standby, once there is one. */
const cancelWait = (url: string) =>
  expect
    .poll(async () => {
      const { rowCount } = await queryOnce(
        url,
        `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
      );
      return rowCount;
    }, PATIENCE)
    .toBe(1);

const pooled = async (url: string): Promise<string> => {
  const { port, stop } = await startPgBouncer(url);
  onTestFinished(stop);
  return poolerUrl(url, port);
};

it('a commit whose wait for the standby is cancelled is an error, directly and behind PgBouncer', async (context) => {
  const pair = await startPair(context);
  const url = pair.primaryUrl();
  const databases = [await open(url), await open(await pooled(url))];
  // Each pool has connected before the standby stops.
  for (const db of databases) await sql`insert into marks values (0)`.execute(db);
  await pair.stopStandby();
  const insert = sql`insert into marks values (1)`;
  for (const db of databases) {
    const alone = codeOf(insert.execute(db));
    await cancelWait(url);
    expect(await alone).toEqual([RESOLUTION_UNKNOWN, true]);
    const inTransaction = codeOf(db.transaction().execute((trx) => insert.execute(trx)));
    await cancelWait(url);
    expect(await inTransaction).toEqual([RESOLUTION_UNKNOWN, true]);
    // The connection stays usable, and the error is not reported again.
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  }
  // PostgreSQL itself has reported all four commits as successful.
  const { rows } = await queryOnce(url, 'select 1 from marks where mark = 1');
  expect(rows).toHaveLength(4);
});

it('a connection that leads to a standby is refused', async (context) => {
  const pair = await startPair(context);
  const db = await open(pair.standbyUrl());
  expect(await codeOf(sql`select 1`.execute(db))).toEqual([READ_ONLY, true]);
  const throughPooler = await open(await pooled(pair.standbyUrl()));
  expect(await codeOf(sql`select 1`.execute(throughPooler))).toEqual([READ_ONLY, true]);
  const server = startServerProcess({
    DATABASE_URL: pair.standbyUrl(),
    DATA_DIR: await newFolder(),
    SECRET_KEY: 'k'.repeat(32),
  });
  expect(await server.ended).toBe(1);
  expect(server.output()).toContain('DATABASE_URL: it leads to a standby, which accepts no writes');

  // The same pools work as soon as their address leads to a primary.
  await pair.promote();
  for (const pool of [db, throughPooler])
    await expect.poll(() => codeOf(sql`select 1`.execute(pool)), PATIENCE).toBe('none');
});

it('a connection on which a write was refused as read-only is not used again', async (context) => {
  const pair = await startPair(context);
  const db = await open(pair.primaryUrl());
  const pid = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
  const first = await pid();
  expect(await pid()).toBe(first);
  await sql`set default_transaction_read_only = on`.execute(db);
  expect(await codeOf(sql`insert into marks values (1)`.execute(db))).toEqual([READ_ONLY, true]);
  await sql`insert into marks values (2)`.execute(db);
  expect(await pid()).not.toBe(first);
});

it('HAProxy leads to the primary only, and ends the connections to one that hangs', async (context) => {
  const pair = await startPair(context);
  const url = await startDatabaseBalancer(pair.ports);
  const read = () =>
    queryOnce(url, 'select inet_server_port() as port, pg_is_in_recovery() as standby').then(
      ({ rows }) => rows,
      () => 'none',
    );
  await expect
    .poll(read, PATIENCE)
    .toEqual([{ port: Number(new URL(pair.primaryUrl()).port), standby: false }]);
  const db = await open(url);
  // Until its first check of a node, HAProxy also leads to the standby.
  const insert = () => codeOf(sql`insert into marks values (1)`.execute(db));
  await expect.poll(insert, PATIENCE).toBe('none');

  pair.freezePrimary();
  const hanging = codeOf(sql`insert into marks values (2)`.execute(db));
  await pair.promote();
  expect(await hanging).toEqual([undefined, true]);
  await sql`insert into marks values (3)`.execute(db);
  expect(await read()).toEqual([{ port: Number(new URL(pair.primaryUrl()).port), standby: false }]);
  const { rows } = await queryOnce(pair.primaryUrl(), 'select mark from marks order by mark');
  expect(rows).toEqual([{ mark: 1 }, { mark: 3 }]);
});
