import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { type FillCounts, fillDatabase } from '#tests/support/server/database/fill-database.ts';
import {
  createDatabase,
  type DatabaseKind,
  databaseKinds,
} from '#tests/support/server/database/test-database.ts';
import { median } from '../median.ts';
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
/** More than any tested machine verifies during the run. */
const CODES = (ROUNDS * SECONDS + WARM_UP_S) * 4000;

/** The row counts of the filled tables. */
const FULL: FillCounts = {
  users: 100_000,
  sessions: 1_000_000,
  leads: 1_000_000,
  others: 100_000,
};

const scaled = (counts: FillCounts): FillCounts => {
  const divisor = isQuick ? 10 : 1;
  const { users, sessions, leads, others } = counts;
  return {
    users: users / divisor,
    sessions: sessions / divisor,
    leads: leads / divisor,
    others: others / divisor,
  };
};

const growth = (before: number, after: number): number =>
  Number((after / Math.max(before, 1)).toFixed(2));

/** Creates a database, filled if counts are given, and starts the built server on it. */
const openSide = async (kind: DatabaseKind, counts?: FillCounts) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  const database = kind === 'PostgreSQL' ? await createDatabase() : undefined;
  const remove = async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true });
  };
  try {
    const { db, close } = await openDatabase({ dataDir, databaseUrl: database?.url });
    await migrate(db);
    if (counts) await fillDatabase(db, counts);
    // Autovacuum would otherwise run during the measurement.
    await sql`vacuum analyze`.execute(db);
    const calls = await prepareHotCalls(db, { secretKey: SECRET_KEY, codes: CODES });
    const rows = await rowsReadBy(db, calls, SECRET_KEY);
    await close();
    const server = await startBuiltServer({
      DATA_DIR: dataDir,
      SECRET_KEY,
      TRUST_PROXY: '1',
      ...(database && { DATABASE_URL: database.url }),
    });
    return {
      calls,
      rows,
      measure: (call: keyof HotCalls, seconds: number) =>
        measureLoad({ url: server.url, dataDir }, calls[call], seconds),
      close: () => server.stop().then(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

type Side = Awaited<ReturnType<typeof openSide>>;

/** Measures one call on both servers in turn, under the same machine load. */
const compare = async (call: keyof HotCalls, empty: Side, filled: Side) => {
  const loads: { empty: Load[]; filled: Load[] } = { empty: [], filled: [] };
  for (const side of [empty, filled]) await side.measure(call, WARM_UP_S);
  for (let round = 0; round < ROUNDS; round += 1) {
    loads.empty.push(await empty.measure(call, SECONDS));
    loads.filled.push(await filled.measure(call, SECONDS));
  }
  const medianOf = (side: keyof typeof loads, what: keyof Load) =>
    median(loads[side].map((load) => load[what]));
  return {
    call,
    'p50, ms': medianOf('empty', 'p50'),
    'p99, ms': medianOf('empty', 'p99'),
    'a second': medianOf('empty', 'perSecond'),
    'p50 filled': medianOf('filled', 'p50'),
    'p99 filled': medianOf('filled', 'p99'),
    'a second filled': medianOf('filled', 'perSecond'),
    'p50 grows': growth(medianOf('empty', 'p50'), medianOf('filled', 'p50')),
    'p99 grows': growth(medianOf('empty', 'p99'), medianOf('filled', 'p99')),
    'rows read': empty.rows[call] ?? 0,
    'rows read filled': filled.rows[call] ?? 0,
    failed: [...loads.empty, ...loads.filled].reduce((sum, { failed }) => sum + failed, 0),
  };
};

test.each(databaseKinds)(
  'the most frequent calls over 50 connections, with empty and with filled tables (%s)',
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
    // Durations depend on the machine, the number of rows read doesn't.
    for (const { call, 'rows read': before, 'rows read filled': after } of table)
      expect(after, call).toBeLessThanOrEqual(before);
  },
  90 * MINUTE_MS,
);
