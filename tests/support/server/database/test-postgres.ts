import { sql } from 'kysely';
import { openDatabase } from '#server/database/open-database.ts';

/** The PostgreSQL server for tests, if there is one. Its user must be allowed to create databases. */
export const postgresUrl = process.env['TEST_DATABASE_URL'];

/** The URL of another database on the PostgreSQL server for tests, without a pooler. */
export const urlOfDatabase = (name: string): string => {
  if (postgresUrl === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Runs a statement on the PostgreSQL server for tests. */
export const runOnPostgres = async <Row>(statement: string): Promise<Row[]> => {
  const { db, close } = await openDatabase({ databaseUrl: postgresUrl, dataDir: '' });
  const { rows } = await sql.raw<Row>(statement).execute(db);
  await close();
  return rows;
};

/** The URL without the pooler of a database's URL: for tests that hold locks of a session or look on. */
export const withoutPooler = (url: string): string => urlOfDatabase(new URL(url).pathname.slice(1));
