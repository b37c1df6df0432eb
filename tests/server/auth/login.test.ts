import { parseOptions } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { required } from '#contract/text.ts';
import { findAccount } from '#server/auth/accounts/accounts.ts';
import { hashPassword, verifyPassword } from '#server/auth/accounts/passwords.ts';
import { openSessionByPassword } from '#server/auth/logins/log-in.ts';
import { createKeys } from '#server/config/keys.ts';
import { createWorkQueue, type WorkQueue } from '#server/limits/work-queue.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import {
  ACCOUNT_PASSWORD,
  auditTrail,
  logIn,
  makeAccount,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { newBrowser } from '#tests/support/server/new-browser.ts';
import { completeBody, makeUser } from '#tests/support/server/sign-up-steps.ts';
import {
  onEachDatabase,
  openTestServer,
  type TestServer,
} from '#tests/support/server/test-server.ts';

const withoutDates = ({ date: _, ...headers }: Record<string, unknown>) => headers;

onEachDatabase('a login by password', (server) => {
  it("opens a session and returns its user and the account's destination", async () => {
    const { email, userId } = await makeAccount(server());
    const client = server().client();
    const response = await logIn(client, ` ${email.toUpperCase()} `);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      ATSEnabled: false,
      success: { uuid: userId, status: 'accepted' },
    });
    expect((await client.get(paths.currentUser)).body.success?.uuid).toBe(userId);
    expect(client.cookies.get('signed-in')).toBe('1');
    expect((await client.get('/app/')).text).toContain('<h1>Home</h1>');
    expect(await auditTrail(server(), { email, userId })).toContain('login.password accepted');
  });

  it('redirects to the ATS if the company has one', async () => {
    const { email, companyId } = await makeAccount(server());
    await sql`update companies set ats_enabled = true where id = ${companyId}`.execute(server().db);
    const client = server().client();
    expect((await logIn(client, email)).body).toMatchObject({ ATSEnabled: true });
    const { text } = await client.get('/app/ats/');
    expect(text).toContain('<h1>ATS home</h1>');
    expect(text).toContain('<dt>ATS</dt><dd>Connected</dd>');
  });

  it('fails with identical responses and headers for a wrong password and an unknown address', async () => {
    const { email, userId } = await makeAccount(server());
    const known = await logIn(server().client(), email, 'not the password');
    const unknown = await logIn(server().client(), server().email(), 'not the password');
    expect(known.status).toBe(401);
    expect(known.error).toEqual({ code: 'unauthenticated', message: 'Wrong email or password' });
    expect(unknown.status).toBe(known.status);
    expect(unknown.text).toBe(known.text);
    expect(withoutDates(unknown.headers)).toEqual(withoutDates(known.headers));
    expect(known.headers['set-cookie']).toBeUndefined();
    expect(await auditTrail(server(), { email, userId })).toContain('login.password rejected');
  });

  it('accepts the password in any Unicode normalization form', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    await client.patch(paths.completeUser, completeBody(userId, 'cafe\u0301 au lait'));
    expect((await logIn(server().client(), email, 'caf\u00e9 au lait')).status).toBe(200);
    expect((await logIn(server().client(), email, 'cafe au lait')).status).toBe(401);
  });

  it('with the old password is refused if the password changed during the comparison', async () => {
    const { email, userId } = await makeAccount(server());
    const account = required(await findAccount(server().db, email));
    const keys = createKeys(['']).sessions;
    const open = () =>
      openSessionByPassword(server().db, keys, {
        account,
        email,
        device: '',
        browser: newBrowser(),
      });
    expect(await open()).toBeDefined();
    await sql`update users set password_hash = 'another' where id = ${userId}`.execute(server().db);
    expect(await open()).toBeUndefined();
  });

  describe('is refused with 400', () => {
    it.each([
      ['both', { password: ACCOUNT_PASSWORD, otp: '123456' }],
      ['neither', {}],
      ['both empty', { password: '', otp: '' }],
      ['an array as password', { password: ['a', 'b'] }],
      ['an overlong password', { password: 'x'.repeat(300) }],
      ['null', { password: null, otp: '123456' }],
      ['an unknown key', { password: ACCOUNT_PASSWORD, privilege: 'Admin' }],
      ['an invalid address', { email: 'nobody', password: ACCOUNT_PASSWORD }],
      ['two addresses', { email: ['a@x.example', 'b@x.example'], password: ACCOUNT_PASSWORD }],
    ])('with %s', async (_, body) => {
      const email = server().email();
      const response = await server()
        .client()
        .post(paths.login, { email, ...body });
      expect(response.status).toBe(400);
      expect(response.error?.code).toBe('request_invalid');
      expect(response.text).not.toContain(ACCOUNT_PASSWORD);
      expect(await auditTrail(server(), { email })).toEqual([]);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'or with 415 as %s',
      async (type) => {
        const { email } = await makeAccount(server());
        const client = server().client();
        const response = await client.send('POST', paths.login, {
          payload: JSON.stringify({ email, password: ACCOUNT_PASSWORD }),
          headers: { 'content-type': type },
        });
        expect(response.status).toBe(415);
        expect(client.cookies.has('access')).toBe(false);
      },
    );
  });

  it('needs the XSRF header and an origin of the site', async () => {
    const { email } = await makeAccount(server());
    const payload = { email, password: ACCOUNT_PASSWORD };
    const client = server().client();
    const without = await client.send('POST', paths.login, { payload, xsrf: null });
    expect(without.error?.code).toBe('xsrf');
    const foreign = await client.send('POST', paths.login, {
      payload,
      origin: 'https://evil.example',
    });
    expect(foreign.error?.code).toBe('origin_refused');
    expect(client.cookies.has('access')).toBe(false);
  });

  it('writes no secret to database or log', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    await logIn(client, email, 'a wrong guess of mine');
    await logIn(client, email);
    await signInByCode(server(), client, email);
    const { rows } = await sql<{ row: string }>`select t::text as row from audit t
      union all select t::text from limits t`.execute(server().db);
    const secrets = ['a wrong guess of mine', ACCOUNT_PASSWORD, ...client.cookies.values()];
    for (const secret of secrets.filter((text) => text.length > 1)) {
      expect(rows.map(({ row }) => row).join('\n')).not.toContain(secret);
      expect(server().logs.join('')).not.toContain(secret);
    }
    expect(server().logs.join('')).not.toContain(email);
  });
});

describe.each(databaseKinds)('the cost of a login by password (%s)', (kind) => {
  let server: TestServer;
  let hashed = 0;
  let isFull = false;
  const full = createWorkQueue({ running: 0, waiting: 0 });
  const real = createWorkQueue({ running: 4, waiting: 2000 });
  const counting: WorkQueue = {
    ...real,
    run(key, task) {
      if (isFull) return full.run(key, task);
      hashed += 1;
      return real.run(key, task);
    },
  };
  const hashesOf = async (work: () => Promise<unknown>) => {
    hashed = 0;
    await work();
    return hashed;
  };
  beforeAll(async () => {
    server = await openTestServer(kind, { hashing: counting });
  });
  afterAll(() => server.close());

  it('is one hash of equal strength with and without an account', async () => {
    const { email } = await makeAccount(server);
    const guess = (address: string) => () => logIn(server.client(), address, 'not the password');
    expect(await hashesOf(guess(email))).toBe(1);
    expect(await hashesOf(guess(server.email()))).toBe(1);
    expect(await hashesOf(() => logIn(server.client(), email))).toBe(1);
    expect(await verifyPassword(undefined, '')).toBe(false);
    expect(parseOptions(await hashPassword('x'))).toMatchObject({
      memoryCost: 47_104,
      timeCost: 1,
      parallelism: 1,
    });
  });

  it('is at most five hashes for two hundred concurrent guesses, with and without an account', async () => {
    const { email } = await makeAccount(server);
    // 503: a busy machine has no connection for it in time, and the client asks again.
    const guess = async (address: string, index: number): Promise<{ status: number }> => {
      const response = await logIn(server.client(), address, `guess number ${index}`);
      return response.status === 503 ? guess(address, index) : response;
    };
    for (const address of [email, server.email()]) {
      const guesses: Promise<{ status: number }>[] = [];
      const count = await hashesOf(async () => {
        for (let index = 0; index < 200; index += 1) guesses.push(guess(address, index));
        await Promise.all(guesses);
      });
      const statuses = await Promise.all(guesses.map(async (made) => (await made).status));
      expect(count).toBe(5);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(195);
      const refusals = (await auditTrail(server, { email: address })).filter(
        (line) => line === 'login.password closed',
      );
      // One per minute; the test may run across the start of a minute.
      expect(refusals.length).toBeGreaterThan(0);
      expect(refusals.length).toBeLessThanOrEqual(2);
    }
  });

  it('is refused with 503 and Retry-After if too many wait, and then not counted', async () => {
    const { email } = await makeAccount(server);
    isFull = true;
    const responses = [];
    for (let tries = 0; tries < 8; tries += 1) responses.push(await logIn(server.client(), email));
    isFull = false;
    for (const { status, headers } of responses) {
      expect(status).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await logIn(server.client(), email)).status).toBe(200);
  });
});
