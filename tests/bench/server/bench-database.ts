import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/types.ts';
import { createDatabase, type DatabaseKind } from '#tests/support/server/database/test-database.ts';

/** Opens a migrated database on the disk, and removes it when the benchmark has ended. */
export const openBenchDatabase = async (kind: DatabaseKind): Promise<Kysely<Database>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  const database = kind === 'PostgreSQL' ? await createDatabase() : undefined;
  const { db, close } = await openDatabase({ dataDir, databaseUrl: database?.url });
  onTestFinished(async () => {
    await close();
    await database?.drop();
    await rm(dataDir, { recursive: true });
  });
  await migrate(db);
  return db;
};

/** Milliseconds of some work after a checkpoint, and the bytes of log that it writes. */
export const measureWrites = async (db: Kysely<Database>, work: () => Promise<void>) => {
  await sql`checkpoint`.execute(db);
  const written = () => sql<{ at: string }>`select pg_current_wal_insert_lsn() as at`.execute(db);
  const before = (await written()).rows[0]?.at;
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const { rows } = await sql<{ bytes: number }>`select
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), ${before})::float8 as bytes`.execute(db);
  return { ms, bytes: rows[0]?.bytes ?? 0 };
};
