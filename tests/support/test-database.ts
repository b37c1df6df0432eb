import { randomUUID } from 'node:crypto';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Database } from '#server/db/types.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

export interface TestDatabase {
  db: Kysely<Database>;
  close(): Promise<void>;
}

const serverUrl = process.env['TEST_DATABASE_URL'];

/** PGlite always, and PostgreSQL where `TEST_DATABASE_URL` names one. */
export const databaseKinds: DatabaseKind[] = serverUrl ? ['PGlite', 'PostgreSQL'] : ['PGlite'];

const over = (lite: PGlite): Kysely<Database> =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...createPgConfig(lite), max: 1 }) }),
  });

// Making a cluster takes seconds, loading one a fraction.
const makeTemplate = async (): Promise<Blob> => {
  const lite = await PGlite.create('memory://');
  const db = over(lite);
  await migrate(db);
  const template = await lite.dumpDataDir('none');
  await db.destroy();
  await lite.close();
  return template;
};

let template: Promise<Blob> | undefined;

const openEmbedded = async (): Promise<TestDatabase> => {
  template ??= makeTemplate();
  const lite = await PGlite.create({ loadDataDir: await template });
  const db = over(lite);
  return {
    db,
    async close() {
      await db.destroy();
      await lite.close();
    },
  };
};

/** The address of a schema of its own on the server of `TEST_DATABASE_URL`, and how to drop it. */
export const createSchema = async (
  url: string,
): Promise<{ url: string; drop(): Promise<void> }> => {
  const name = `sitara_test_${randomUUID().replaceAll('-', '')}`;
  const own = new URL(url);
  own.searchParams.set('options', `-c search_path=${name}`);
  const run = async (statement: string) => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    await sql.raw(statement).execute(db);
    await close();
  };
  await run(`create schema ${name}`);
  return { url: own.href, drop: () => run(`drop schema ${name} cascade`) };
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

/** A fresh, migrated database that nobody else uses. */
export const openTestDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'PostgreSQL' && serverUrl ? openOnServer(serverUrl) : openEmbedded();
