import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/types.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

export interface TestDatabase {
  db: Kysely<Database>;
  close(): Promise<void>;
}

const serverUrl = process.env['TEST_DATABASE_URL'];

/** PGlite always, and PostgreSQL if `TEST_DATABASE_URL` is set. */
export const databaseKinds: DatabaseKind[] = serverUrl ? ['PGlite', 'PostgreSQL'] : ['PGlite'];

const kyselyOf = (pglite: PGlite): Kysely<Database> =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...createPgConfig(pglite), max: 1 }) }),
  });

// Creating a cluster takes seconds, loading a dump a fraction.
const makeTemplate = async (): Promise<Blob> => {
  const pglite = await PGlite.create('memory://');
  const db = kyselyOf(pglite);
  await migrate(db);
  const template = await pglite.dumpDataDir('none');
  await db.destroy();
  await pglite.close();
  return template;
};

let template: Promise<Blob> | undefined;

const openEmbedded = async (): Promise<TestDatabase> => {
  template ??= makeTemplate();
  const pglite = await PGlite.create({ loadDataDir: await template });
  const db = kyselyOf(pglite);
  return {
    db,
    async close() {
      await db.destroy();
      await pglite.close();
    },
  };
};

/** Creates a schema on a PostgreSQL server; returns its URL and how to drop it. */
export const createSchema = async (
  url: string,
): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `sitara_test_${randomUUID().replaceAll('-', '')}`;
  const schemaUrl = new URL(url);
  schemaUrl.searchParams.set('options', `-c search_path=${name}`);
  const run = async (statement: string) => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    await sql.raw(statement).execute(db);
    await close();
  };
  await run(`create schema ${name}`);
  return { url: schemaUrl.href, drop: () => run(`drop schema ${name} cascade`) };
};

const openOnServer = async (url: string): Promise<TestDatabase> => {
  const schema = await createSchema(url);
  const { db, close } = await openDatabase({ databaseUrl: schema.url, dataDir: '' });
  await migrate(db);
  return {
    db,
    async close() {
      await close();
      await schema.drop();
    },
  };
};

/** Opens a new, migrated database. */
export const openTestDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'PostgreSQL' && serverUrl ? openOnServer(serverUrl) : openEmbedded();
