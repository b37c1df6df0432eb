import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { createAuditPartitions } from '#server/database/audit-partitions.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/types.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { postgresUrl, runOnPostgres, urlOfDatabase } from './test-postgres.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

export interface TestDatabase {
  db: Kysely<Database>;
  close(): Promise<void>;
}

/** PGlite always, and PostgreSQL if `TEST_DATABASE_URL` is set. */
export const databaseKinds: DatabaseKind[] = postgresUrl ? ['PGlite', 'PostgreSQL'] : ['PGlite'];

const openEmbedded = async (): Promise<TestDatabase> => {
  const { dump } = await embeddedTemplate();
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(dump) });
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...createPgConfig(pglite), max: 1 }) }),
  });
  // The template may be of another day.
  await createAuditPartitions(db);
  return {
    db,
    async close() {
      await db.destroy();
      await pglite.close();
    },
  };
};

/** A PostgreSQL database of one test. */
export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a PostgreSQL database.
 *
 * @param source the database that is copied; by default the migrated one of this run
 * @throws if `TEST_DATABASE_URL` is not set
 */
export const createDatabase = async (source?: string): Promise<OwnDatabase> => {
  const template = inject('templateDatabase');
  const name = `${template}_${randomUUID().slice(-12)}`;
  const url = urlOfDatabase(name);
  await runOnPostgres(`create database ${name} template ${source ?? template}`);
  return {
    url,
    drop: async () => void (await runOnPostgres(`drop database ${name} with (force)`)),
  };
};

const openOnServer = async (): Promise<TestDatabase> => {
  const { url, drop } = await createDatabase();
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  return {
    db,
    async close() {
      await close();
      await drop();
    },
  };
};

/** Opens a new, migrated database. */
export const openTestDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'PostgreSQL' ? openOnServer() : openEmbedded();
