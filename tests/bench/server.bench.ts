import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { type FillCounts, fillDatabase } from '#tests/support/fill-database.ts';
import { createSchema, type DatabaseKind, databaseKinds } from '#tests/support/test-database.ts';
import { startBuiltServer } from './built-server.ts';
import { prepareHotCalls } from './hot-calls.ts';
import { measureLoad } from './measure-load.ts';
import { rowsReadBy } from './rows-read.ts';

const SECRET_KEY = 'a secret key that only the benchmark knows';
const MINUTE_MS = 60_000;
const isQuick = process.env['BENCH_QUICK'] === '1';
const SECONDS = isQuick ? 2 : 10;
/** More than are verified a second on any machine that was tried, warm-up included. */
const CODES = (SECONDS + 1) * 2000;

/** What the tables hold the second time; the embedded database gets a tenth. */
const sizes: Record<DatabaseKind, FillCounts> = {
  PostgreSQL: { users: 100_000, sessions: 1_000_000, leads: 1_000_000, others: 100_000 },
  PGlite: { users: 10_000, sessions: 100_000, leads: 100_000, others: 10_000 },
};

const scaled = (counts: FillCounts): FillCounts => {
  const by = isQuick ? 100 : 1;
  const { users, sessions, leads, others } = counts;
  return {
    users: users / by,
    sessions: sessions / by,
    leads: leads / by,
    others: others / by,
  };
};

/** A database that lives on between processes, and the settings that lead to it. */
const openPlace = async (kind: DatabaseKind) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const schema =
    kind === 'PostgreSQL' && serverUrl !== undefined ? await createSchema(serverUrl) : undefined;
  return {
    dataDir,
    databaseUrl: schema?.url,
    async remove() {
      await schema?.drop();
      await rm(dataDir, { recursive: true });
    },
  };
};

const growth = (before = 0, after = 0): number => Number((after / Math.max(before, 1)).toFixed(2));

test.each(databaseKinds)(
  'how the calls that are made most bear 50 connections, before and after the tables have grown (%s)',
  async (kind) => {
    const place = await openPlace(kind);
    const counts = scaled(sizes[kind]);

    const measure = async (round: 'empty' | 'filled') => {
      const { db, close } = await openDatabase(place);
      await migrate(db);
      const start = performance.now();
      if (round === 'filled') await fillDatabase(db, counts);
      if (round === 'filled')
        console.log(`${kind}: filled in ${Math.round((performance.now() - start) / 1000)} s`);
      const calls = await prepareHotCalls(db, { secretKey: SECRET_KEY, round, codes: CODES });
      const rows = await rowsReadBy(db, calls, SECRET_KEY);
      await close();
      const server = await startBuiltServer({
        DATA_DIR: place.dataDir,
        SECRET_KEY,
        TRUST_PROXY: '1',
        ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      });
      const loads = await measureLoad(server.url, calls, { ...place, seconds: SECONDS });
      await server.stop();
      return { rows, loads };
    };

    const measureBoth = async () => ({
      empty: await measure('empty'),
      filled: await measure('filled'),
    });
    const { empty, filled } = await measureBoth().finally(place.remove);

    const table = Object.entries(empty.loads).map(([call, before]) => {
      const after = filled.loads[call];
      return {
        database: kind,
        call,
        'p50, ms': before.p50,
        'p99, ms': before.p99,
        'a second': before.perSecond,
        'p50 filled': after?.p50,
        'p99 filled': after?.p99,
        'a second filled': after?.perSecond,
        'p50 grows': growth(before.p50, after?.p50),
        'p99 grows': growth(before.p99, after?.p99),
        'rows read': empty.rows[call],
        'rows read filled': filled.rows[call],
        failed: before.failed + (after?.failed ?? 0),
      };
    });
    console.log(`${kind}, filled with ${JSON.stringify(counts)}`);
    console.table(table);
    console.log(JSON.stringify(table));
    expect(table.map(({ failed }) => failed)).toEqual(table.map(() => 0));
    // The p99 depends on the machine; how much is read doesn't.
    for (const { call, 'rows read': before = 0, 'rows read filled': after } of table)
      expect(after, call).toBeLessThanOrEqual(before);
  },
  90 * MINUTE_MS,
);
