import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { type Kysely, sql } from 'kysely';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { codeHash } from '#server/auth/codes/request-code.ts';
import { makeXsrfToken, sessionTokens } from '#server/auth/sessions/tokens.ts';
import { createKeys, type KeyRing } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { SCRIPT_METADATA } from '#tests/support/server/http/test-client.ts';
import { nextNetwork } from './client-network.ts';

/** Creates a request; each has a different email address and network. */
export type MakeRequest = (
  origin: string,
) => Required<Pick<Request, 'method' | 'path' | 'headers'>> & Pick<Request, 'body'>;

export interface HotCalls {
  getuser: MakeRequest;
  verify: MakeRequest;
  earlyaccess: MakeRequest;
  genOtpv2: MakeRequest;
}

const CODE = '123456';
const ACCOUNTS = 50;
/** Rows per insert: seven parameters each, of the 65,535 that the protocol allows. */
const CODES_AT_ONCE = 5000;

const storeCodes = async (db: Kysely<Database>, keys: KeyRing, emails: string[]) => {
  for (let first = 0; first < emails.length; first += CODES_AT_ONCE) {
    const rows = emails.slice(first, first + CODES_AT_ONCE).map((email) => ({
      email,
      purpose: 'sign-up' as const,
      challenge: randomUUID(),
      hash: codeHash(keys, { purpose: 'sign-up', email, code: CODE }),
      attempts: 0,
      expires_at: sql<Date>`now() + interval '1 hour'`,
      consumed_at: null,
    }));
    await db.insertInto('codes').values(rows).execute();
  }
};

const storeSessions = async (db: Kysely<Database>, keys: KeyRing) => {
  const tokens: string[] = [];
  for (let count = 0; count < ACCOUNTS; count += 1) {
    const email = `signed-in-${count}@bench.example`;
    await insertAccount(db, { email, password: 'a quite different passphrase' });
    const id = randomUUID();
    const { access } = sessionTokens(keys, id, 1);
    await db
      .insertInto('sessions')
      .values({
        id,
        user_id: db.selectFrom('users').where('email', '=', email).select('id'),
        opened_by: 'password',
        renewed_at: sql<Date>`now() + interval '1 day'`,
        expires_at: sql<Date>`now() + interval '1 day'`,
        ended_at: null,
      })
      .execute();
    tokens.push(access);
  }
  return tokens;
};

/** The most frequent calls, and the rows they need: signed-in accounts and pending codes. */
export const prepareHotCalls = async (
  db: Kysely<Database>,
  { secretKey, codes }: { secretKey: string; codes: number },
): Promise<HotCalls> => {
  const keys = createKeys([secretKey]);
  const tokens = await storeSessions(db, keys.sessions);
  const emails = Array.from({ length: codes }, (_, count) => `asked-${count}@bench.example`);
  await storeCodes(db, keys.codes, emails);
  const xsrf = makeXsrfToken(keys.xsrf, '');
  const counts = { getuser: 0, verify: 0, earlyaccess: 0, genOtpv2: 0 };
  const next = (call: keyof HotCalls) => {
    counts[call] += 1;
    return counts[call] - 1;
  };
  return {
    getuser: () => ({
      method: 'GET',
      path: paths.currentUser,
      headers: {
        ...nextNetwork(),
        cookie: `${cookieNames.access}=${tokens[next('getuser') % tokens.length]}; ${cookieNames.signedIn}=1`,
      },
    }),
    verify: () => ({
      method: 'GET',
      path: fillPath(paths.verifySignUpCode, {
        email: emails[next('verify')] ?? 'nobody@left.example',
        code: CODE,
      }),
      headers: { ...nextNetwork(), ...SCRIPT_METADATA },
    }),
    earlyaccess: (origin) => ({
      method: 'POST',
      path: paths.requestDemo,
      headers: { ...nextNetwork(), origin, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Asha Rao',
        email: `lead-${next('earlyaccess')}@bench.example`,
        phone: '+919876543210',
        organization: 'Acme',
        message: 'We hire in Pune.',
      }),
    }),
    genOtpv2: (origin) => ({
      method: 'POST',
      path: fillPath(paths.sendSignUpCode, { email: `new-${next('genOtpv2')}@bench.example` }),
      headers: {
        ...nextNetwork(),
        origin,
        cookie: `${cookieNames.xsrf}=${xsrf}`,
        [XSRF_HEADER]: xsrf,
      },
    }),
  };
};
