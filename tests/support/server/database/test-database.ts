import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { inject } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/types.ts';
import { openEmbeddedDatabase } from './embedded-databases.ts';
import { poolerUrl } from './pgbouncer.ts';
import { postgresUrl, runOnPostgres, urlOfDatabase } from './test-postgres.ts';

export type DatabaseKind = 'PGlite' | 'PostgreSQL';

export interface TestDatabase {
  db: Kysely<Database>;
  close(): Promise<void>;
}

/** PGlite always, and PostgreSQL if `TEST_DATABASE_URL` is set. */
export const databaseKinds: DatabaseKind[] = postgresUrl ? ['PGlite', 'PostgreSQL'] : ['PGlite'];

const throughPooler = (url: string): string => {
  const port = inject('poolerPort');
  return port === undefined ? url : poolerUrl(url, port);
};

/** A PostgreSQL database of one test. */
export interface OwnDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a PostgreSQL database, whose URL leads through PgBouncer in `npm run test:pooler`.
 *
 * @param source the database that is copied; by default the migrated one of this run
 * @throws if `TEST_DATABASE_URL` is not set
 */
export const createDatabase = async (source?: string): Promise<OwnDatabase> => {
  const template = inject('templateDatabase');
  const name = `${template}_${randomUUID().slice(-12)}`;
  const url = throughPooler(urlOfDatabase(name));
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

/** Opens a migrated database without rows. */
export const openTestDatabase = (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === 'PostgreSQL' ? openOnServer() : openEmbeddedDatabase();
