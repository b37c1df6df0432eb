import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { createWriteCheck } from '#server/database/write-check.ts';
import { fillDisk } from '#tests/support/faults/full-disk.ts';
import { newDatabase } from '#tests/support/faults/running-server.ts';
import { mountSmallDisk } from '#tests/support/faults/small-disk.ts';
import { databaseKinds, openTestDatabase } from '#tests/support/server/database/test-database.ts';
import { runOnPostgres } from '#tests/support/server/database/test-postgres.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const DISK_MB = 64;
const DAY_MS = 24 * 60 * 60_000;

describe.each(databaseKinds)('whether the database is writable (%s)', (kind) => {
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
      canWrite: createWriteCheck(countingDb, () => elapsedMs),
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

  it('is checked once for concurrent requests, and again after two seconds', async () => {
    const { canWrite, asked, pass } = await open();
    expect(await canWrite()).toBe(true);
    const once = asked();
    expect(once).toBeGreaterThan(0);
    pass(1999);
    expect([await canWrite(), asked()]).toEqual([true, 0]);
    pass(1);
    expect(await Promise.all([canWrite(), canWrite(), canWrite()])).toEqual([true, true, true]);
    expect(asked()).toBe(once);
  });

  it('is checked every time while it fails', async () => {
    const { canWrite, asked, readOnly } = await open();
    await readOnly(true);
    for (let round = 0; round < 2; round += 1) {
      expect(await canWrite()).toBe(false);
      expect(asked()).toBeGreaterThan(0);
    }
    await readOnly(false);
    expect(await canWrite()).toBe(true);
  });
});

it('a database that may not use temporary files counts as writable (PostgreSQL)', async (context) => {
  const databaseUrl = await newDatabase(context);
  const name = new URL(databaseUrl).pathname.slice(1);
  await runOnPostgres(`alter database ${name} set temp_file_limit = 0`);
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(close);
  await expect(
    sql`select count(*) from generate_series(1, 1000000)`.execute(db),
  ).rejects.toMatchObject({ code: '53400' });
  expect(await createWriteCheck(db)()).toBe(true);
});

it('a database on a full disk is not writable until there is space (PGlite)', async (context) => {
  const disk = await mountSmallDisk(DISK_MB);
  if (typeof disk === 'string') return skipBecause(context, disk);
  onTestFinished(disk.remove);
  const { db, close } = await openDatabase({ dataDir: disk.folder, databaseUrl: undefined });
  onTestFinished(close);
  await migrate(db);
  let elapsedMs = 0;
  const canWrite = createWriteCheck(db, () => {
    elapsedMs += DAY_MS;
    return elapsedMs;
  });
  const changes = async () => {
    const { rows } = await sql`select pg_current_wal_insert_lsn() as place`.execute(db);
    return rows;
  };
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
});
