import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { type FillCounts, fillDatabase } from '#tests/support/fill-database.ts';
import { createSchema, type DatabaseKind, databaseKinds } from '#tests/support/test-database.ts';
import { startBuiltServer } from './built-server.ts';
import { type HotCalls, prepareHotCalls } from './hot-calls.ts';
import { type Load, measureLoad } from './measure-load.ts';
import { rowsReadBy } from './rows-read.ts';

const SECRET_KEY = 'a secret key that only the benchmark knows';
const MINUTE_MS = 60_000;
const isQuick = process.env['BENCH_QUICK'] === '1';
const ROUNDS = isQuick ? 1 : 3;
const SECONDS = isQuick ? 2 : 4;
const WARM_UP_S = 1;
/** More than are verified a second on any machine that was tried. */
const CODES = (ROUNDS * SECONDS + WARM_UP_S) * 4000;

/** What the tables hold the second time. */
const FULL: FillCounts = {
  users: 100_000,
  sessions: 1_000_000,
  leads: 1_000_000,
  others: 100_000,
};

const scaled = (counts: FillCounts): FillCounts => {
  const by = isQuick ? 10 : 1;
  const { users, sessions, leads, others } = counts;
  return {
    users: users / by,
    sessions: sessions / by,
    leads: leads / by,
    others: others / by,
  };
};

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const growth = (before: number, after: number): number =>
  Number((after / Math.max(before, 1)).toFixed(2));

/** A database of its own, filled if counts are given, and the built server on it. */
const openSide = async (kind: DatabaseKind, counts?: FillCounts) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const schema =
    kind === 'PostgreSQL' && serverUrl !== undefined ? await createSchema(serverUrl) : undefined;
  const remove = async () => {
    await schema?.drop();
    await rm(dataDir, { recursive: true });
  };
  try {
    const { db, close } = await openDatabase({ dataDir, databaseUrl: schema?.url });
    await migrate(db);
    if (counts) await fillDatabase(db, counts);
    // What the database does by itself some time after so many rows: not while it is measured.
    await sql`vacuum analyze`.execute(db);
    const calls = await prepareHotCalls(db, { secretKey: SECRET_KEY, codes: CODES });
    const rows = await rowsReadBy(db, calls, SECRET_KEY);
    await close();
    const server = await startBuiltServer({
      DATA_DIR: dataDir,
      SECRET_KEY,
      TRUST_PROXY: '1',
      ...(schema && { DATABASE_URL: schema.url }),
    });
    return {
      calls,
      rows,
      press: (call: keyof HotCalls, seconds: number) =>
        measureLoad({ url: server.url, dataDir }, calls[call], seconds),
      close: () => server.stop().then(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

type Side = Awaited<ReturnType<typeof openSide>>;

/** One call on both sides in turn, so that both see the same machine. */
const compare = async (call: keyof HotCalls, empty: Side, filled: Side) => {
  const loads: { empty: Load[]; filled: Load[] } = { empty: [], filled: [] };
  for (const side of [empty, filled]) await side.press(call, WARM_UP_S);
  for (let round = 0; round < ROUNDS; round += 1) {
    loads.empty.push(await empty.press(call, SECONDS));
    loads.filled.push(await filled.press(call, SECONDS));
  }
  const of = (side: keyof typeof loads, what: keyof Load) =>
    median(loads[side].map((load) => load[what]));
  return {
    call,
    'p50, ms': of('empty', 'p50'),
    'p99, ms': of('empty', 'p99'),
    'a second': of('empty', 'perSecond'),
    'p50 filled': of('filled', 'p50'),
    'p99 filled': of('filled', 'p99'),
    'a second filled': of('filled', 'perSecond'),
    'p50 grows': growth(of('empty', 'p50'), of('filled', 'p50')),
    'p99 grows': growth(of('empty', 'p99'), of('filled', 'p99')),
    'rows read': empty.rows[call] ?? 0,
    'rows read filled': filled.rows[call] ?? 0,
    failed: [...loads.empty, ...loads.filled].reduce((sum, { failed }) => sum + failed, 0),
  };
};

test.each(databaseKinds)(
  'how the calls that are made most bear 50 connections, before and after the tables have grown (%s)',
  async (kind) => {
    const counts = scaled(FULL);
    const empty = await openSide(kind);
    onTestFinished(empty.close);
    const filled = await openSide(kind, counts);
    onTestFinished(filled.close);
    const table = [];
    for (const call of Object.keys(empty.calls) as (keyof HotCalls)[])
      table.push(await compare(call, empty, filled));
    console.log(`${kind}, filled with ${JSON.stringify(counts)}`);
    console.table(table);
    console.log(JSON.stringify({ database: kind, counts, table }));
    expect(table.map(({ failed }) => failed)).toEqual(table.map(() => 0));
    // How long it takes depends on the machine; how much is read doesn't.
    for (const { call, 'rows read': before, 'rows read filled': after } of table)
      expect(after, call).toBeLessThanOrEqual(before);
  },
  90 * MINUTE_MS,
);
