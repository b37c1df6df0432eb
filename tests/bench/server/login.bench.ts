import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { ResponseBody } from '#contract/calls/all-calls.ts';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { required } from '#contract/text.ts';
import { DUMMY_HASH } from '#server/auth/accounts/passwords.ts';
import { type NewCredential, verifyRegistration } from '#server/auth/passkeys/ceremonies.ts';
import { makeXsrfToken } from '#server/auth/sessions/tokens.ts';
import { createKeys } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import {
  createPasskey,
  type SoftwarePasskey,
  signLogin,
} from '#tests/support/passkeys/authenticator.ts';
import { insertAccounts } from '#tests/support/server/database/insert-account.ts';
import { median } from '../median.ts';
import { nextNetwork } from './client-network.ts';
import { type SlowServer, startSlowServer } from './slow-server.ts';

const SECRET_KEY = 'a secret key that only the benchmark knows';
const SAMPLES = process.env['BENCH_QUICK'] === '1' ? 40 : 400;
const CHALLENGE = 'A'.repeat(43);

/** One of two kinds of addresses that responses must not tell apart. */
interface Address {
  email: string;
  passkey: SoftwarePasskey;
}

const xsrf = makeXsrfToken(createKeys([SECRET_KEY]).xsrf, '');

const send = async ({ url }: SlowServer, method: string, path: string, body?: object) => {
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

const askForCode = (server: SlowServer, { email }: Address) =>
  send(server, 'POST', fillPath(paths.sendLoginCode, { email }));

const guessCode = (server: SlowServer, { email }: Address) =>
  send(server, 'POST', paths.login, { email, otp: '000000' });

interface Call {
  /** Comes first and is not measured. Its result is for `send`. */
  prepare?(server: SlowServer, address: Address): Promise<unknown>;
  send(server: SlowServer, address: Address, prepared: unknown): Promise<{ status: number }>;
  status: number;
  /** Whether it has addresses that no call before it has used. */
  hasOwnAddresses?: boolean;
}

/** Calls without a session that name an address or an account. */
const calls: Record<string, Call> = {
  'wrong password': {
    send: (server, { email }) =>
      send(server, 'POST', paths.login, { email, password: 'not this one' }),
    status: 401,
  },
  'wrong code, none asked for': { send: guessCode, status: 400 },
  'request for a code': { send: askForCode, status: 200 },
  'wrong code, one mailed': {
    prepare: (server) => server.untilMailed(),
    send: guessCode,
    status: 400,
  },
  'wrong code, mail under way': {
    hasOwnAddresses: true,
    prepare: askForCode,
    send: guessCode,
    status: 400,
  },
  'verification of a sign-up': {
    send: (server, { email }) =>
      send(server, 'GET', fillPath(paths.verifySignUpCode, { email, code: '000000' })),
    status: 400,
  },
  'wrong passkey': {
    prepare: (server) => send(server, 'POST', paths.passkeyLoginOptions),
    send(server, { passkey }, prepared) {
      const options = JSON.parse((prepared as { text: string }).text);
      return send(server, 'POST', paths.passkeyLogin, {
        credential: signLogin(passkey, options, { origin: server.url }),
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

interface NewPasskey {
  passkey: SoftwarePasskey;
  stored: NewCredential;
}

/** A passkey and its public key; the authenticator that signs has another private key. */
const newPasskey = async (_: unknown, index: number): Promise<NewPasskey> => {
  const id = Buffer.from(`handle ${index}`.padEnd(32)).toString('base64url');
  const options = {
    ...asked,
    user: { ...asked.user, id },
  } as ResponseBody<'passkeyRegistrationOptions'>;
  const relyingParty = { id: 'localhost', origin: 'http://localhost' };
  const { passkey, credential } = createPasskey(options, { origin: relyingParty.origin });
  const stored = await verifyRegistration(credential, { challenge: CHALLENGE, relyingParty });
  const { privateKey } = createPasskey(options).passkey;
  return { passkey: { ...passkey, privateKey }, stored: required(stored) };
};

/** Stores accounts for every call, the first of them with a passkey each. */
const storeAccounts = async (db: Kysely<Database>, passkeys: NewPasskey[]): Promise<void> => {
  await insertAccounts(
    db,
    sql`select 'known-' || n || '@bench.example' as email from generate_series(0, ${sql.lit(2 * SAMPLES - 1)}) n`,
    DUMMY_HASH,
  );
  for (const [index, { passkey, stored }] of passkeys.entries())
    await sql`with owner as (
        update users set passkey_handle = ${Buffer.from(passkey.handle, 'base64url')}
        where email = ${`known-${index}@bench.example`} returning id)
      insert into passkeys (user_id, credential_id, public_key, counter, transports, is_backed_up, name)
      select id, ${stored.credentialId}, ${stored.publicKey}, 0, '{}', true, 'Laptop'
      from owner`.execute(db);
};

/** How often a known address takes longer than an unknown one; 0.5 if nothing tells them apart. */
const areaUnderCurve = (known: readonly number[], unknown: readonly number[]): number => {
  let wins = 0;
  for (const one of known)
    for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (known.length * unknown.length);
};

test.each(['PGlite', 'PostgreSQL'] as const)(
  'responses for known and unknown addresses take equally long (%s)',
  async (kind) => {
    const passkeys = await Promise.all(Array.from({ length: 2 * SAMPLES }, newPasskey));
    const server = await startSlowServer(kind, SECRET_KEY, (db) =>
      storeAccounts(db, passkeys.slice(0, SAMPLES)),
    );
    const rows = [];
    for (const [name, call] of Object.entries(calls)) {
      const times = { known: [] as number[], unknown: [] as number[] };
      const measure = async (who: keyof typeof times, index: number) => {
        const email = `${who}-${call.hasOwnAddresses ? SAMPLES + index : index}@bench.example`;
        const { passkey } = required(passkeys[who === 'known' ? index : SAMPLES + index]);
        const prepared = await call.prepare?.(server, { email, passkey });
        const start = performance.now();
        const { status } = await call.send(server, { email, passkey }, prepared);
        times[who].push(performance.now() - start);
        expect([name, status]).toEqual([name, call.status]);
      };
      for (let index = 0; index < SAMPLES; index += 1) {
        // In turn, so that both are measured under the same machine load, and each is first as often.
        const order = ['known', 'unknown'] as const;
        for (const who of index % 2 === 0 ? order : order.toReversed()) await measure(who, index);
        await server.untilMailed();
      }
      rows.push({
        database: kind,
        call: name,
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
