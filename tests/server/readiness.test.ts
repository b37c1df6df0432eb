import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWriteCheck } from '#server/db/can-write.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { fillDisk } from '../support/full-disk.ts';
import { skipBecause, testPostgres } from '../support/not-run.ts';
import { recordQueries } from '../support/record-queries.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { createSchema, databaseKinds, openTestDatabase } from '../support/test-database.ts';

const DISK_MB = 64;
const DAY_MS = 24 * 60 * 60_000;

describe.each(databaseKinds)('whether the database can write (%s)', (kind) => {
  const open = async () => {
    const { db, close } = await openTestDatabase(kind);
    onTestFinished(close);
    const { queries, through } = recordQueries();
    let elapsedMs = 0;
    const canWrite = createWriteCheck(through(db), () => elapsedMs);
    return {
      canWrite,
      /** Whether it was asked since the last time. */
      wasAsked: () => {
        const { size } = queries;
        queries.clear();
        return size > 0;
      },
      pass: (ms: number) => {
        elapsedMs += ms;
      },
      // For the connection that is used next as well: the pool takes the one that came back last.
      readOnly: (isReadOnly: boolean) =>
        sql`set default_transaction_read_only = ${sql.lit(isReadOnly)}`.execute(db),
    };
  };

  it('is asked once by all who ask at once, and again after two seconds', async () => {
    const { canWrite, wasAsked, pass } = await open();
    expect(await Promise.all([canWrite(), canWrite(), canWrite()])).toEqual([true, true, true]);
    expect(wasAsked()).toBe(true);
    pass(1999);
    expect([await canWrite(), wasAsked()]).toEqual([true, false]);
    pass(1);
    expect([await canWrite(), wasAsked()]).toEqual([true, true]);
  });

  it('is found out again as long as it can not', async () => {
    const { canWrite, wasAsked, readOnly } = await open();
    await readOnly(true);
    expect([await canWrite(), wasAsked()]).toEqual([false, true]);
    expect([await canWrite(), wasAsked()]).toEqual([false, true]);
    await readOnly(false);
    expect([await canWrite(), wasAsked()]).toEqual([true, true]);
  });
});

it('a database that may not use files of its own can write all the same (PostgreSQL)', async (context) => {
  const { url, drop } = await createSchema(testPostgres(context));
  onTestFinished(drop);
  const limited = new URL(url);
  const options = `${limited.searchParams.get('options')} -c temp_file_limit=0`;
  limited.searchParams.set('options', options);
  const { db, close } = await openDatabase({ databaseUrl: limited.href, dataDir: '' });
  onTestFinished(close);
  await expect(sql`select count(*) from generate_series(1, 1000000)`.execute(db)).rejects.toThrow();
  expect(await createWriteCheck(db)()).toBe(true);
});

it('a database on a full disk can not write until there is room (PGlite)', async (context) => {
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
  // It leaves nothing: neither files nor changes, of which a full disk would get fuller.
  expect(await readdir(join(disk.folder, 'db', 'base', 'pgsql_tmp'))).toEqual([]);
  expect(await changes()).toEqual(before);
});
