import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createReadinessCheck, migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { fillDisk } from '#tests/support/faults/full-disk.ts';
import { newDatabase } from '#tests/support/faults/running-server.ts';
import { mountSmallDisk } from '#tests/support/faults/small-disk.ts';
import { databaseKinds, openTestDatabase } from '#tests/support/server/database/test-database.ts';
import { runOnPostgres } from '#tests/support/server/database/test-postgres.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const DISK_MB = 64;
const DAY_MS = 24 * 60 * 60_000;

describe.each(databaseKinds)('whether the database can serve (%s)', (kind) => {
  const open = async () => {
    const { db, close } = await openTestDatabase(kind);
    onTestFinished(close);
    let queries = 0;
    const countingDb = db.withPlugin({
      transformQuery({ node }) {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    let elapsedMs = 0;
    return {
      db,
      canServe: createReadinessCheck(countingDb, () => elapsedMs),
      /** The number of queries since the last call. */
      asked: () => {
        const count = queries;
        queries = 0;
        return count;
      },
      pass: (ms: number) => {
        elapsedMs += ms;
      },
      // Warms the connection that is used next: the pool reuses the most recently returned one.
      readOnly: (isReadOnly: boolean) =>
        sql`set default_transaction_read_only = ${sql.lit(isReadOnly)}`.execute(db),
    };
  };

  it('is checked once for concurrent requests, and again after a second', async () => {
    const { canServe, asked, pass } = await open();
    const all = () => Promise.all([canServe(), canServe(), canServe()]);
    expect(await all()).toEqual([true, true, true]);
    const first = asked();
    pass(999);
    expect([await canServe(), asked()]).toEqual([true, 0]);
    pass(1);
    expect(await all()).toEqual([true, true, true]);
    // Whether it is migrated is not asked again.
    const second = asked();
    expect(second).toBeGreaterThan(0);
    expect(second).toBe(first - 1);
  });

  it('is checked once a second while it fails', async () => {
    const { canServe, asked, pass, readOnly } = await open();
    await readOnly(true);
    expect([await canServe(), await canServe()]).toEqual([false, false]);
    expect(asked()).toBeGreaterThan(0);
    await readOnly(false);
    expect([await canServe(), asked()]).toEqual([false, 0]);
    pass(1000);
    expect(await canServe()).toBe(true);
  });

  it('is checked for migrations until they have run', async () => {
    const { canServe, pass, db } = await open();
    const moved = (from: string, to: string) =>
      sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(db);
    await moved('kysely_migration', 'hidden_migration');
    expect(await canServe()).toBe(false);
    await moved('hidden_migration', 'kysely_migration');
    pass(1000);
    expect(await canServe()).toBe(true);
  });
});

it('a database that may not use temporary files counts as writable (PostgreSQL)', async (context) => {
  const databaseUrl = await newDatabase(context);
  const name = new URL(databaseUrl).pathname.slice(1);
  await runOnPostgres(`alter database ${name} set temp_file_limit = 0`);
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(close);
  await migrate(db);
  await expect(
    sql`select count(*) from generate_series(1, 1000000)`.execute(db),
  ).rejects.toMatchObject({ code: '53400' });
  expect(await createReadinessCheck(db)()).toBe(true);
});

it(
  'a database on a full disk is not writable until there is space (PGlite)',
  FURTHER,
  async (context) => {
    const disk = await mountSmallDisk(DISK_MB);
    if (typeof disk === 'string') return skipBecause(context, disk);
    onTestFinished(disk.remove);
    const { db, close } = await openDatabase({ dataDir: disk.folder, databaseUrl: undefined });
    onTestFinished(close);
    await migrate(db);
    let elapsedMs = 0;
    const canWrite = createReadinessCheck(db, () => {
      elapsedMs += DAY_MS;
      return elapsedMs;
    });
    const changes = async () => {
      const { rows } = await sql`select pg_current_wal_insert_lsn() as place`.execute(db);
      return rows;
    };
    // The first one also asks whether it is migrated.
    expect(await canWrite()).toBe(true);
    const before = await changes();
    for (let round = 0; round < 3; round += 1) {
      expect(await canWrite()).toBe(true);
      const free = fillDisk(disk.folder);
      expect(await canWrite()).toBe(false);
      expect(await canWrite()).toBe(false);
      await free();
    }
    expect(await canWrite()).toBe(true);
    // The check leaves no files or rows that would fill the disk further.
    expect(await readdir(join(disk.folder, 'db', 'base', 'pgsql_tmp'))).toEqual([]);
    expect(await changes()).toEqual(before);
  },
);
