import type { TestServer } from '../test-server.ts';

/** The user with this email address. */
export const readUserRow = (server: TestServer, email: string) =>
  server.db.selectFrom('users').where('email', '=', email).selectAll().executeTakeFirstOrThrow();

/** The company that this email address created. */
export const readCompanyRow = (server: TestServer, email: string) =>
  server.db
    .selectFrom('companies')
    .where('owner_email', '=', email)
    .selectAll()
    .executeTakeFirstOrThrow();
