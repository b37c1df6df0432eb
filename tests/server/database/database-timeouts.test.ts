import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { isDatabaseUnavailable } from '#server/database/failures.ts';
import { type OpenDatabase, openDatabase, openMigrated } from '#server/database/open-database.ts';
import { type DatabaseTimeouts, SERVING_TIMEOUTS } from '#server/database/pool.ts';
import { demoRequest, isUnavailable } from '#tests/support/faults/load.ts';
import { newClient, newDatabase, runServer } from '#tests/support/faults/running-server.ts';
import { withoutPooler } from '#tests/support/server/database/test-postgres.ts';

const POOL_MAX = 10;
const REQUESTS = 60;
// Longer than the client-side timeout, so that abandoned queries would accumulate.
const LOCKED_MS = 2 * SERVING_TIMEOUTS.queryMs;
const LOOK_MS = 100;
const SHORT: DatabaseTimeouts = {
  queryMs: 1000,
  statementMs: 300,
  lockMs: 200,
  idleInTransactionMs: 300,
};
const HOUR_MS = 60 * 60_000;

/** Opens a separate connection, without a pooler, that closes with the test. */
const openOther = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: withoutPooler(url) });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

const named = (databaseUrl: string, name: string): string => {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', name);
  return url.href;
};

const backendsOf = async (other: pg.Client, name: string): Promise<number> => {
  const { rows } = await other.query(
    'select count(*)::int as backends from pg_stat_activity where application_name = $1',
    [name],
  );
  return rows[0].backends;
};

/** Waits until a connection of this name waits for an advisory lock. */
const untilWaiting = async (other: pg.Client, name: string): Promise<void> => {
  for (;;) {
    const { rows } = await other.query(
      `select 1 from pg_stat_activity where application_name = $1 and wait_event = 'advisory'`,
      [name],
    );
    if (rows.length > 0) return;
    await pause(LOOK_MS);
  }
};

const openShort = async (url: string): Promise<OpenDatabase> => {
  const database = await openDatabase({ databaseUrl: url, dataDir: '' }, SHORT);
  onTestFinished(database.close);
  return database;
};

const backendPid = async ({ db }: OpenDatabase) =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error) => {
      expect(isDatabaseUnavailable(error)).toBe(true);
      return error.code;
    },
  );

it('a table that stays locked takes up no more connections than the pool has and delays only requests that need it', async (context) => {
  const databaseUrl = await newDatabase(context);
  const name = 'locked table';
  const server = await runServer({ DATABASE_URL: named(databaseUrl, name) });
  const other = await openOther(databaseUrl);
  // Inside a transaction the view would keep showing its first snapshot.
  const observer = await openOther(databaseUrl);
  const ask = () => newClient(server).post(paths.requestDemo, demoRequest(), { xsrf: null });
  expect((await ask()).status).toBe(200);

  await other.query('begin');
  await other.query('lock table leads');
  const unlocked = performance.now() + LOCKED_MS;
  const isLocked = () => performance.now() < unlocked;
  const responses: Awaited<ReturnType<typeof ask>>[] = [];
  const askAgain = async () => {
    while (isLocked()) responses.push(await ask());
  };
  const asking = Promise.all(Array.from({ length: REQUESTS }, askAgain));
  let backends = 0;
  while (isLocked()) {
    backends = Math.max(backends, await backendsOf(observer, name));
    await pause(LOOK_MS);
  }
  // Requests that wait for a connection of the exhausted pool are refused before the lock ends.
  await asking;
  expect(responses.filter((response) => !isUnavailable(response))).toEqual([]);
  expect(responses.length).toBeGreaterThanOrEqual(REQUESTS);
  expect(backends).toBeGreaterThan(0);
  expect(backends).toBeLessThanOrEqual(POOL_MAX);
  await other.query('rollback');
  expect((await ask()).status).toBe(200);
  expect(await backendsOf(observer, name)).toBeLessThanOrEqual(POOL_MAX);
});

it('PostgreSQL cancels a statement that takes too long, and the connection stays usable', async (context) => {
  const url = await newDatabase(context);
  const database = await openShort(url);
  const other = await openOther(url);
  const pid = await backendPid(database);
  const lives = async () =>
    (await other.query('select 1 from pg_stat_activity where pid = $1', [pid])).rows.length === 1;
  expect(await codeOf(sql`select pg_sleep(30)`.execute(database.db))).toBe('57014');

  await other.query('select pg_advisory_lock(1)');
  expect(await codeOf(sql`select pg_advisory_lock(1)`.execute(database.db))).toBe('55P03');
  expect(await lives()).toBe(true);
});

it('PostgreSQL releases the locks of an idle transaction', async (context) => {
  const url = await newDatabase(context);
  const database = await openShort(url);
  const other = await openOther(url);
  const left = database.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(2)`.execute(trx);
    await other.query('select pg_advisory_lock(2)');
    await sql`select 1`.execute(trx);
  });
  // The connection is closed; the error comes from the client library.
  await expect(left).rejects.toSatisfy(isDatabaseUnavailable);
  expect(isDatabaseUnavailable(Object.assign(new Error(), { code: '25P03' }))).toBe(true);
  expect(await backendPid(database)).toBeDefined();
});

it("a server waits for another server's migrations, however long they take", async (context) => {
  const plain = await newDatabase(context, 'template1');
  const name = 'second server';
  const other = await openOther(plain);
  // Timeouts that an operator configured apply to requests, not to migrations.
  for (const timeout of ['statement_timeout', 'lock_timeout'])
    await other.query(`alter database ${new URL(plain).pathname.slice(1)} set ${timeout} = 200`);
  // The advisory lock of migrations.
  await other.query('select pg_advisory_lock(3853314791062309107)');

  // The client library's timers use the faked clock; PostgreSQL has its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const opening = openMigrated({ databaseUrl: named(plain, name), dataDir: '' }, SHORT);
  const isOpened = vi.fn();
  opening.then(isOpened, isOpened);
  await untilWaiting(other, name);
  vi.advanceTimersByTime(HOUR_MS);
  vi.useRealTimers();
  await pause(2 * SHORT.queryMs);
  expect(isOpened).not.toHaveBeenCalled();

  await other.query('select pg_advisory_unlock_all()');
  const database = await opening;
  onTestFinished(database.close);
  expect(await database.db.selectFrom('users').selectAll().execute()).toEqual([]);
  // Requests are still subject to the timeout.
  expect(await codeOf(sql`select pg_sleep(30)`.execute(database.db))).toBe('57014');
});
