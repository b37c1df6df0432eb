import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { embeddedTemplate } from './embedded-template.ts';
import { poolerUrl, startPgBouncer } from './pgbouncer.ts';
import { postgresUrl, runOnPostgres, urlOfDatabase } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated PostgreSQL database of this run; undefined without `TEST_DATABASE_URL`. */
    templateDatabase: string | undefined;
    /** The port of PgBouncer in front of PostgreSQL; undefined without `TEST_POOLER`. */
    poolerPort: number | undefined;
  }
}

/** Drops the template and every copy of it that a test has left. */
const dropAll = async (template: string): Promise<void> => {
  const databases = await runOnPostgres<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, '${template}')`,
  );
  for (const { name } of databases) await runOnPostgres(`drop database ${name} with (force)`);
};

/** Disconnects the pooler, because a database in use can't be copied. */
const disconnectAll = (database: string): Promise<unknown> =>
  runOnPostgres(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
  );

/**
 * Vitest's global setup: creates the databases that tests copy, once per run, and drops those of
 * PostgreSQL when the run ends. With `TEST_POOLER` it starts PgBouncer first, which migrates them too.
 */
export default async ({ provide }: TestProject) => {
  await embeddedTemplate();
  if (postgresUrl === undefined) return undefined;
  const pooler = process.env['TEST_POOLER'] ? await startPgBouncer(postgresUrl) : undefined;
  const template = `sitara_test_${randomUUID().slice(0, 8)}`;
  await runOnPostgres(`create database ${template}`);
  const url = urlOfDatabase(template);
  const { db, close } = await openDatabase({
    databaseUrl: pooler ? poolerUrl(url, pooler.port) : url,
    dataDir: '',
  });
  await migrate(db);
  await close();
  await disconnectAll(template);
  provide('templateDatabase', template);
  provide('poolerPort', pooler?.port);
  return async () => {
    await dropAll(template);
    await pooler?.stop();
  };
};
