import type { TestServer } from './test-server.ts';

/** The user of an address. */
export const userRow = (server: TestServer, email: string) =>
  server.db.selectFrom('users').where('email', '=', email).selectAll().executeTakeFirstOrThrow();

/** The company that an address has made. */
export const companyRow = (server: TestServer, email: string) =>
  server.db
    .selectFrom('companies')
    .where('owner_email', '=', email)
    .selectAll()
    .executeTakeFirstOrThrow();
