import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { required } from '#contract/text.ts';
import { codeHash } from '#server/auth/codes/request-code.ts';
import { deviceCookie } from '#server/auth/sessions/browsers.ts';
import { makeXsrfToken, sessionTokens } from '#server/auth/sessions/tokens.ts';
import { createKeys, type KeyRing } from '#server/config/keys.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { CodePurpose, Database } from '#server/database/types.ts';
import { insertAccounts } from '#tests/support/server/database/insert-account.ts';
import { createDatabase } from '#tests/support/server/database/test-database.ts';
import { SCRIPT_METADATA } from '#tests/support/server/http/test-client.ts';
import { startBuiltServer } from '../server/built-server.ts';
import { nextNetwork } from '../server/client-network.ts';
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

const CHUNK_ROWS = 5000;
const NO_HASH = 'no hash';

const insertCodes = async (
  db: Kysely<Database>,
  keys: KeyRing,
  { accounts, purpose }: { accounts: number; purpose: CodePurpose },
) => {
  const emailOf = purpose === 'login' ? enteringEmail : joiningEmail;
  for (let first = 0; first < accounts; first += CHUNK_ROWS) {
    const rows = Array.from({ length: Math.min(CHUNK_ROWS, accounts - first) }, (_, index) => {
      const email = emailOf(first + index);
      return {
        email,
        purpose,
        challenge: randomUUID(),
        hash: codeHash(keys, { purpose, email, code: CODE }),
        attempts: 0,
        expires_at: sql<Date>`now() + interval '1 hour'`,
        consumed_at: null,
      };
    });
    await db.insertInto('codes').values(rows).execute();
  }
};

const insertSessions = async (db: Kysely<Database>, keys: KeyRing): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into sessions (user_id, opened_by, renewed_at, expires_at)
    select id, 'code', now() + interval '1 day', now() + interval '1 day' from users
    limit ${sql.lit(SESSIONS)} returning id`.execute(db);
  return rows.map(({ id }) => sessionTokens(keys, id, 1).access);
};

/** Our built server on a database of its own, as in production: every limit is counted in the database. */
export const openOurSide = async ({ smtpUrl, accounts }: SideSettings): Promise<Side> => {
  const database = await createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  const { db, close } = await openDatabase({ databaseUrl: database.url, dataDir });
  const keys = createKeys([SECRET_KEY]);
  for (const kind of ['asking', 'entering'])
    await insertAccounts(
      db,
      sql`select ${kind}::text || '-' || n || '@bench.example' as email from generate_series(0, ${sql.lit(accounts - 1)}) n`,
      NO_HASH,
    );
  for (const purpose of ['login', 'sign-up'] as const)
    await insertCodes(db, keys.codes, { accounts, purpose });
  const tokens = await insertSessions(db, keys.sessions);
  const { rows: users } = await sql<{ id: string; email: string }>`select id, email from users
    where starts_with(email, 'entering-')`.execute(db);
  const ids = new Map(users.map(({ id, email }) => [email, id]));
  await sql`vacuum analyze`.execute(db);
  await close();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SMTP_URL: smtpUrl,
    SECRET_KEY,
    TRUST_PROXY: '1',
  });
  const xsrf = makeXsrfToken(keys.xsrf, '');
  const [asked, entered, joined, read] = [counter(), counter(), counter(), counter()];
  const unsafe = (origin: string, cookie = '') => ({
    ...nextNetwork(),
    origin,
    cookie: `${cookieNames.xsrf}=${xsrf}${cookie}`,
    [XSRF_HEADER]: xsrf,
  });
  // Of a browser that the account knows: a login in another one also mails a notice, which better-auth does not.
  const knownBrowser = (email: string) =>
    `; ${cookieNames.device}=${deviceCookie(
      keys.devices,
      { device: randomBytes(16).toString('base64url') },
      { id: required(ids.get(email)), passwordHash: NO_HASH, installationGeneration: 0 },
    )}`;
  return {
    url: server.url,
    calls: {
      'code requested': (origin) => ({
        method: 'POST',
        path: fillPath(paths.sendLoginCode, { email: askingEmail(asked()) }),
        headers: unsafe(origin),
      }),
      'code verified, known address': (origin) => {
        const email = enteringEmail(entered());
        return {
          method: 'POST',
          path: paths.login,
          headers: { ...unsafe(origin, knownBrowser(email)), 'content-type': 'application/json' },
          body: JSON.stringify({ email, otp: CODE }),
        };
      },
      'code verified, new address': () => ({
        method: 'GET',
        path: fillPath(paths.verifySignUpCode, { email: joiningEmail(joined()), code: CODE }),
        headers: { ...nextNetwork(), ...SCRIPT_METADATA },
      }),
      'session read': () => ({
        method: 'GET',
        path: paths.currentUser,
        headers: {
          ...nextNetwork(),
          cookie: `${cookieNames.access}=${tokens[read() % tokens.length]}; ${cookieNames.signedIn}=1`,
        },
      }),
    },
    async stop() {
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
};
