import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { fillPath, paths } from '#contract/paths.ts';
import { DUMMY_HASH } from '#server/auth/accounts/password-hash.ts';
import { verifyRegistration } from '#server/auth/passkeys/verify-credential.ts';
import { makeXsrfToken } from '#server/auth/sessions/xsrf-token.ts';
import { createKeys } from '#server/config/keys.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/types.ts';
import { compileSlowFlush } from '#tests/support/faults/slow-flush.ts';
import { startTemporaryPostgres } from '#tests/support/faults/temporary-postgres.ts';
import {
  createPasskey,
  type SoftwarePasskey,
  signLogin,
} from '#tests/support/passkeys/authenticator.ts';
import type { DatabaseKind } from '#tests/support/server/database/test-database.ts';
import { median } from '../median.ts';
import { startBuiltServer } from './built-server.ts';
import { nextNetwork } from './client-network.ts';
import { openMailCatcher } from './mail-catcher.ts';

const SECRET_KEY = 'a secret key that only the benchmark knows';
const SAMPLES = process.env['BENCH_QUICK'] === '1' ? 40 : 400;
/** What every flush of PostgreSQL takes longer, as on a disk without a cache. */
const FLUSH_MS = 2;
const CHALLENGE = 'A'.repeat(43);

/** One of two kinds of addresses that responses must not tell apart. */
interface Address {
  email: string;
  passkey: SoftwarePasskey;
}

interface Target {
  url: string;
  db: Kysely<Database>;
}

const xsrf = makeXsrfToken(createKeys(SECRET_KEY).xsrf, '');

const send = async ({ url }: Target, method: string, path: string, body?: object) => {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...nextNetwork(),
      origin: url,
      cookie: `${cookieNames.xsrf}=${xsrf}`,
      [XSRF_HEADER]: xsrf,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};

const askForCode = (target: Target, { email }: Address) =>
  send(target, 'POST', fillPath(paths.sendLoginCode, email));

const guessCode = (target: Target, { email }: Address) =>
  send(target, 'POST', paths.login, { email, otp: '000000' });

const untilMailed = async ({ db }: Target): Promise<void> => {
  while (
    await db.selectFrom('outbox').where('sent_at', 'is', null).select('id').executeTakeFirst()
  );
};

interface Call {
  /** Comes first and is not measured. Its result is for `send`. */
  prepare?(target: Target, address: Address): Promise<unknown>;
  send(target: Target, address: Address, prepared: unknown): Promise<{ status: number }>;
  status: number;
}

/** Calls without a session that name an address or an account. */
const calls: Record<string, Call> = {
  'wrong password': {
    send: (target, { email }) =>
      send(target, 'POST', paths.login, { email, password: 'not this one' }),
    status: 401,
  },
  'wrong code, none asked for': { send: guessCode, status: 400 },
  'request for a code': { send: askForCode, status: 200 },
  'wrong code, one mailed': {
    prepare: (target) => untilMailed(target),
    send: guessCode,
    status: 400,
  },
  'wrong code, mail under way': {
    prepare: async (target, { email }) => {
      await sql`delete from limits where strpos(key, ${email}) > 0`.execute(target.db);
      await askForCode(target, { email, passkey: {} as SoftwarePasskey });
    },
    send: guessCode,
    status: 400,
  },
  'verification of a sign-up': {
    send: (target, { email }) =>
      send(target, 'GET', fillPath(paths.verifySignUpCode, email, '000000')),
    status: 400,
  },
  'wrong passkey': {
    prepare: (target) => send(target, 'POST', paths.passkeyLoginOptions),
    send(target, { passkey }, prepared) {
      const options = JSON.parse((prepared as { text: string }).text);
      return send(target, 'POST', paths.passkeyLogin, {
        credential: signLogin(passkey, options, { origin: target.url }),
      });
    },
    status: 400,
  },
};

const asked = {
  challenge: CHALLENGE,
  rp: { id: 'localhost', name: '' },
  user: { id: '', name: '', displayName: '' },
};

/** A passkey and its public key; the authenticator that signs has another private key. */
const newPasskey = async (index: number) => {
  const handle = Buffer.from(`handle ${index}`.padEnd(32)).toString('base64url');
  const options = { ...asked, user: { ...asked.user, id: handle } } as Parameters<
    typeof createPasskey
  >[0];
  const origin = 'http://localhost';
  const { passkey, credential } = createPasskey(options, { origin });
  const relyingParty = { id: 'localhost', origin };
  const stored = await verifyRegistration(credential, { challenge: CHALLENGE, relyingParty });
  const { privateKey } = createPasskey(options).passkey;
  return { passkey: { ...passkey, privateKey }, stored, handle };
};

/** Stores accounts with a passkey each. */
const storeAccounts = async (db: Kysely<Database>): Promise<Address[]> => {
  await sql`with made as (
      insert into companies (owner_email, name, website, location, departments, planname, has_user)
      select 'known-' || n || '@bench.example', 'Acme', 'https://acme.example', 'Delhi',
        array['Sales'], 'free-trial', true from generate_series(1, ${SAMPLES}) as n
      returning id, owner_email)
    insert into users (email, company_id, name, privilege, password_hash, status)
    select owner_email, id, 'Asha Rao', 'Admin', ${DUMMY_HASH}, 'accepted' from made`.execute(db);
  const known: Address[] = [];
  for (let index = 1; index <= SAMPLES; index += 1) {
    const email = `known-${index}@bench.example`;
    const { passkey, stored, handle } = await newPasskey(index);
    if (!stored) throw new Error('The passkey is not valid.');
    await sql`update users set passkey_handle = ${Buffer.from(handle, 'base64url')}
      where email = ${email}`.execute(db);
    await sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, is_backed_up, name)
      select id, ${stored.credentialId}, ${stored.publicKey}, 0, '{}', true, 'Laptop'
      from users where email = ${email}`.execute(db);
    known.push({ email, passkey });
  }
  return known;
};

const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

/** How often a known address takes longer than an unknown one; 0.5 if nothing tells them apart. */
const areaUnderCurve = (known: readonly number[], unknown: readonly number[]): number => {
  let wins = 0;
  for (const one of known)
    for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (known.length * unknown.length);
};

/** Starts the built server on an empty database; PostgreSQL's flushes are slow. */
const openTarget = async (kind: DatabaseKind) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const mail = await openMailCatcher();
  onTestFinished(mail.close);
  let databaseUrl: string | undefined;
  if (kind === 'PostgreSQL') {
    const slowFlush = await compileSlowFlush(FLUSH_MS);
    onTestFinished(slowFlush.remove);
    const postgres = await startTemporaryPostgres(undefined, slowFlush.env);
    onTestFinished(postgres.remove);
    databaseUrl = postgres.url;
  }
  const open = () => openDatabase({ dataDir, databaseUrl });
  const { db, close } = await open();
  await migrate(db);
  const known = await storeAccounts(db);
  await close();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    SECRET_KEY,
    TRUST_PROXY: '1',
    SMTP_URL: mail.url,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  onTestFinished(server.stop);
  const looking = databaseUrl === undefined ? undefined : await open();
  if (looking) onTestFinished(looking.close);
  return { target: { url: server.url, db: looking?.db as Kysely<Database> }, known };
};

test.each(['PostgreSQL'] as const)(
  'responses for known and unknown addresses take equally long (%s)',
  async (kind) => {
    const { target, known } = await openTarget(kind);
    const unknown: Address[] = [];
    for (let index = 1; index <= SAMPLES; index += 1)
      unknown.push({
        email: `other-${index}@bench.example`,
        passkey: (await newPasskey(index + SAMPLES)).passkey,
      });
    const rows = [];
    for (const [call, { prepare, send: measured, status }] of Object.entries(calls)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let index = 0; index < SAMPLES; index += 1) {
        const pair = [
          [times.known, known[index]],
          [times.unknown, unknown[index]],
        ] as const;
        // In turn, so that both are measured under the same machine load, and each is first as often.
        for (const [list, address] of index % 2 === 0 ? pair : pair.toReversed()) {
          if (!address) continue;
          const prepared = await prepare?.(target, address);
          list.push(
            await timed(async () => {
              const response = await measured(target, address, prepared);
              expect([call, response.status]).toEqual([call, status]);
            }),
          );
        }
        await untilMailed(target);
      }
      rows.push({
        database: kind,
        call,
        'known, ms': Number(median(times.known).toFixed(2)),
        'unknown, ms': Number(median(times.unknown).toFixed(2)),
        AUC: Number(areaUnderCurve(times.known, times.unknown).toFixed(3)),
      });
    }
    console.table(rows);
    console.log(JSON.stringify(rows));
    expect(rows).toHaveLength(Object.keys(calls).length);
  },
  30 * 60_000,
);
