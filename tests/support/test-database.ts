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

const openEmbedded = async (): Promise<TestDatabase> => {
  const lite = await PGlite.create('memory://');
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1 });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
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
  return {
    db,
    async close() {
      await close();
      await schema.drop();
    },
  };
};

/** A fresh, migrated database that nobody else uses. */
export const openTestDatabase = async (kind: DatabaseKind): Promise<TestDatabase> => {
  const database =
    kind === 'PostgreSQL' && serverUrl ? await openOnServer(serverUrl) : await openEmbedded();
  await migrate(database.db);
  return database;
};
