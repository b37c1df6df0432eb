import { join } from 'node:path';
import { sql } from 'kysely';
import { ROOT } from '#build/root.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { createDatabase } from '#tests/support/server/database/test-database.ts';
import { nextNetwork } from '../server/client-network.ts';
import { startNode } from '../server/node-process.ts';
import {
  askingEmail,
  CODE,
  counter,
  enteringEmail,
  joiningEmail,
  SECRET_KEY,
  SESSIONS,
  type Side,
  type SideSettings,
} from './side.ts';

const SCRIPT = join(ROOT, 'tests', 'bench', 'peers', 'peer-server.js');
/** The address that the server takes for its own, whatever port it listens on. */
const ORIGIN = 'http://localhost:3000';
const REQUEST_CODE = '/api/auth/email-otp/send-verification-otp';
const LOG_IN = '/api/auth/sign-in/email-otp';
const READ_SESSION = '/api/auth/get-session';

const users = (kind: string, accounts: number) => `
  insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
  select '${kind}-' || n, 'Asha Rao', '${kind}-' || n || '@bench.example', true, now(), now()
  from generate_series(0, ${accounts - 1}) n`;

const codes = (kind: string, accounts: number) => `
  insert into verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
  select 'code-${kind}-' || n, 'sign-in-otp-${kind}-' || n || '@bench.example', '${CODE}:0',
    now() + interval '1 hour', now(), now() from generate_series(0, ${accounts - 1}) n`;

const jsonHeaders = () => ({
  ...nextNetwork(),
  origin: ORIGIN,
  'content-type': 'application/json',
});

/** Logs in, and returns the cookies of the session. */
const logIn = async (url: string, email: string): Promise<string> => {
  const response = await fetch(url + LOG_IN, {
    method: 'POST',
    headers: jsonHeaders(),
    body: JSON.stringify({ email, otp: CODE }),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
};

/**
 * better-auth on a database of its own.
 *
 * @param limitStorage where it counts its rate limits: `memory` is its default, `database` its setting
 * for several processes
 */
export const openPeerSide = async (
  { smtpUrl, accounts }: SideSettings,
  limitStorage: 'memory' | 'database',
): Promise<Side> => {
  const database = await createDatabase('template0');
  const server = await startNode(
    [SCRIPT, limitStorage],
    {
      DATABASE_URL: database.url,
      SMTP_URL: smtpUrl,
      SECRET_KEY,
    },
    'ignore',
  );
  const { db, close } = await openDatabase({ databaseUrl: database.url, dataDir: '' });
  for (const statement of [
    users('asking', accounts),
    users('entering', accounts),
    codes('entering', accounts),
    codes('joining', accounts),
  ])
    await sql.raw(statement).execute(db);
  await sql`vacuum analyze`.execute(db);
  await close();
  const cookies: string[] = [];
  for (let count = 0; count < SESSIONS; count += 1)
    cookies.push(await logIn(server.url, enteringEmail(accounts - 1 - count)));
  const [asked, entered, joined, read] = [counter(), counter(), counter(), counter()];
  const logInAs = (email: string) => ({
    method: 'POST',
    path: LOG_IN,
    headers: jsonHeaders(),
    body: JSON.stringify({ email, otp: CODE }),
  });
  return {
    url: server.url,
    calls: {
      'code requested': () => ({
        method: 'POST',
        path: REQUEST_CODE,
        headers: jsonHeaders(),
        body: JSON.stringify({ email: askingEmail(asked()), type: 'sign-in' }),
      }),
      'code verified, known address': () => logInAs(enteringEmail(entered())),
      'code verified, new address': () => logInAs(joiningEmail(joined())),
      'session read': () => ({
        method: 'GET',
        path: READ_SESSION,
        headers: { ...nextNetwork(), cookie: cookies[read() % cookies.length] ?? '' },
      }),
    },
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
};
