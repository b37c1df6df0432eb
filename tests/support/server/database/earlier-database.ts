import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, type Migration, sql } from 'kysely';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/types.ts';
import { createDatabase, type DatabaseKind, type TestDatabase } from './test-database.ts';

const modules = import.meta.glob<Record<string, Migration>>('#server/database/migrations/*.ts', {
  eager: true,
});

/** Runs the migrations whose file names come before one, as an earlier version of the server has. */
const migrateBefore = async (db: Kysely<Database>, name: string): Promise<void> => {
  await sql`create table kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  const files = Object.entries(modules).map(
    ([file, exported]) => [file.replace(/^.*\/|\.ts$/g, ''), exported] as const,
  );
  for (const [file, exported] of files.toSorted(([a], [b]) => a.localeCompare(b))) {
    if (file >= name) return;
    for (const { up } of Object.values(exported)) await up(db);
    await sql`insert into kysely_migration values (${file}, '')`.execute(db);
  }
};

/** Opens a database with the schema before a migration, such as `0007-hot-updates`; `url` of PostgreSQL. */
export const openEarlierDatabase = async (
  kind: DatabaseKind,
  migration: string,
): Promise<TestDatabase & { url: string | undefined }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-earlier-'));
  const own = kind === 'PostgreSQL' ? await createDatabase('template1') : undefined;
  const { db, close } = await openDatabase({ dataDir, databaseUrl: own?.url });
  await db.transaction().execute((trx) => migrateBefore(trx, migration));
  return {
    db,
    url: own?.url,
    async close() {
      await close();
      await own?.drop();
      await rm(dataDir, { recursive: true });
    },
  };
};
