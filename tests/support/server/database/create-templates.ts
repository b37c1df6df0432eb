import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { postgresUrl, runOnPostgres, urlOfDatabase } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated PostgreSQL database of this run; undefined without `TEST_DATABASE_URL`. */
    templateDatabase: string | undefined;
  }
}

/** Drops the template and every copy of it that a test has left. */
const dropAll = async (template: string): Promise<void> => {
  const databases = await runOnPostgres<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, '${template}')`,
  );
  for (const { name } of databases) await runOnPostgres(`drop database ${name} with (force)`);
};

/**
 * Vitest's global setup: creates the databases that tests copy, once per run, and drops those of
 * PostgreSQL when the run ends.
 */
export default async ({ provide }: TestProject) => {
  await embeddedTemplate();
  if (postgresUrl === undefined) return undefined;
  const template = `sitara_test_${randomUUID().slice(0, 8)}`;
  await runOnPostgres(`create database ${template}`);
  const { db, close } = await openDatabase({ databaseUrl: urlOfDatabase(template), dataDir: '' });
  await migrate(db);
  await close();
  provide('templateDatabase', template);
  return () => dropAll(template);
};
