import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '#contract/paths.ts';
import { isDatabaseUnavailable } from '#server/db/is-unavailable.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import { openMigrated } from '#server/db/open-migrated.ts';
import { type DatabaseTimeouts, SERVING_TIMEOUTS } from '#server/db/timeouts.ts';
import { demoRequest, saysComeBack } from '../support/load.ts';
import { testPostgres } from '../support/not-run.ts';
import { newSchema, runServer, visit } from '../support/server-fleet.ts';

const POOL_MAX = 10;
const REQUESTS = 60;
// Longer than the client's own time-out: what that gives up on would pile up meanwhile.
const LOCKED_MS = 2 * SERVING_TIMEOUTS.queryMs;
const LOOK_MS = 100;
const SHORT: DatabaseTimeouts = {
  queryMs: 1000,
  statementMs: 300,
  lockMs: 200,
  idleInTransactionMs: 300,
};
const HOUR_MS = 60 * 60_000;

/** A connection beside all others, which lasts as long as the test. */
const openOther = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
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

/** Waits until a connection of that name waits for an advisory lock. */
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

it('a table that is locked for long costs a server no more connections than its pool has, and nobody more than its lock', async (context) => {
  const databaseUrl = await newSchema(testPostgres(context));
  const name = 'locked table';
  const server = await runServer({ DATABASE_URL: named(databaseUrl, name) });
  const other = await openOther(databaseUrl);
  // Inside a transaction, the view would go on showing its first moment.
  const observer = await openOther(databaseUrl);
  const ask = () => visit(server).post(paths.requestDemo, demoRequest(), { xsrf: null });
  expect((await ask()).status).toBe(200);

  await other.query('begin');
  await other.query('lock table leads');
  const unlocked = performance.now() + LOCKED_MS;
  const isLocked = () => performance.now() < unlocked;
  const answers: Awaited<ReturnType<typeof ask>>[] = [];
  const askAgain = async () => {
    while (isLocked()) answers.push(await ask());
  };
  const asking = Promise.all(Array.from({ length: REQUESTS }, askAgain));
  let backends = 0;
  while (isLocked()) {
    backends = Math.max(backends, await backendsOf(observer, name));
    await pause(LOOK_MS);
  }
  // The pool is full of requests that wait; they are told before the lock goes.
  await asking;
  expect(answers.filter((answer) => !saysComeBack(answer))).toEqual([]);
  expect(answers.length).toBeGreaterThanOrEqual(REQUESTS);
  expect(backends).toBeGreaterThan(0);
  expect(backends).toBeLessThanOrEqual(POOL_MAX);
  await other.query('rollback');
  expect((await ask()).status).toBe(200);
  expect(await backendsOf(observer, name)).toBeLessThanOrEqual(POOL_MAX);
}, 60_000);

it('PostgreSQL ends what takes too long, and the connection goes on', async (context) => {
  const url = await newSchema(testPostgres(context));
  const database = await openShort(url);
  const other = await openOther(url);
  const pid = await backendPid(database);
  expect(await codeOf(sql`select pg_sleep(30)`.execute(database.db))).toBe('57014');

  await other.query('select pg_advisory_lock(1)');
  expect(await codeOf(sql`select pg_advisory_lock(1)`.execute(database.db))).toBe('55P03');
  expect(await backendPid(database)).toBe(pid);
});

it('PostgreSQL takes back the locks of a transaction that does nothing', async (context) => {
  const url = await newSchema(testPostgres(context));
  const database = await openShort(url);
  const other = await openOther(url);
  const left = database.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(2)`.execute(trx);
    await other.query('select pg_advisory_lock(2)');
    await sql`select 1`.execute(trx);
  });
  // The connection is gone, and says so in the words of the client.
  await expect(left).rejects.toSatisfy(isDatabaseUnavailable);
  expect(isDatabaseUnavailable(Object.assign(new Error(), { code: '25P03' }))).toBe(true);
  expect(await backendPid(database)).toBeDefined();
});

it('a server waits for the migrations of another one, however long they take', async (context) => {
  const plain = await newSchema(testPostgres(context));
  const name = 'second server';
  // What an operator may have set for everybody holds for requests, not for migrations.
  const limited = new URL(named(plain, name));
  const options = `${limited.searchParams.get('options')} -c statement_timeout=200 -c lock_timeout=200`;
  limited.searchParams.set('options', options);
  const other = await openOther(plain);
  // The lock of Kysely's migrator.
  await other.query('select pg_advisory_lock(3853314791062309107)');

  // The client's timers go by the hour; PostgreSQL has its own clock.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const opening = openMigrated({ databaseUrl: limited.href, dataDir: '' }, SHORT);
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
  // Whoever asks for a page does not wait like that.
  expect(await codeOf(sql`select pg_sleep(30)`.execute(database.db))).toBe('57014');
});
