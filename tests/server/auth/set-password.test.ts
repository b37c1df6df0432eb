import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { passwordChangedMail } from '#server/auth/accounts/account-mails.ts';
import { rates } from '#server/limits/rates.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { readUserRow } from '#tests/support/server/database/read-rows.ts';
import {
  ACCOUNT_PASSWORD,
  auditTrail,
  failToLogIn,
  logIn,
  logInByCode,
  makeAccount,
  receiveLoginCode,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { completeBody, makeUser, PASSWORD, userBody } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const NEW = 'something nobody has thought of';

const body = (uuid: string, password = NEW) => ({ uuid, status: 'accepted', password });

onEachDatabase('a new password', (server, kind) => {
  const ageSessions = (userId: string, seconds: number) =>
    sql`update sessions set opened_at = opened_at - make_interval(secs => ${seconds})
      where user_id = ${userId}`.execute(server().db);

  it('is set after a code; the old one is invalid, and other browsers are signed out', async () => {
    const { email, userId, companyId, maker } = await makeAccount(server());
    await sql`update companies set ats_enabled = true where id = ${companyId}`.execute(server().db);
    const elsewhere = server().client();
    await logIn(elsewhere, email);
    const client = server().client();
    await signInByCode(server(), client, email);
    const changed = await client.patch(paths.updatePassword, body(userId));
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ATSEnabled: true });

    expect((await client.get(paths.currentUser)).status).toBe(200);
    expect((await client.post(paths.refresh)).status).toBe(200);
    for (const other of [maker, elsewhere]) {
      expect((await other.get(paths.currentUser)).status).toBe(401);
      expect((await other.post(paths.refresh)).status).toBe(401);
    }
    expect((await logIn(server().client(), email, ACCOUNT_PASSWORD)).status).toBe(401);
    expect((await logIn(server().client(), email, NEW)).status).toBe(200);
    const trail = await auditTrail(server(), { email, userId });
    expect(trail).toContain('password.changed accepted');
    expect(trail.filter((line) => line === 'session revoked')).toHaveLength(2);
  });

  it('ends an unfinished sign-up elsewhere, which could set the password again', async () => {
    const { email, userId, companyId, maker } = await makeAccount(server());
    const client = server().client();
    await signInByCode(server(), client, email);
    await client.patch(paths.updatePassword, body(userId));
    expect((await maker.post(paths.createUser, userBody(companyId, email))).status).toBe(401);
    const taken = await maker.patch(paths.completeUser, completeBody(userId));
    expect(taken.status).toBe(401);
    expect((await logIn(server().client(), email, NEW)).status).toBe(200);
  });

  it('is reported to its owner by a mail without link or secret', async () => {
    const { email, userId } = await makeAccount(server());
    const client = server().client();
    await signInByCode(server(), client, email);
    await client.patch(paths.updatePassword, body(userId));
    const mail = await server().mailbox.next(email);
    const { subject } = passwordChangedMail();
    expect(mail.subject).toBe(subject);
    for (const part of [mail.text, mail.html]) {
      expect(part).not.toMatch(/https?:|href|\d{6}\b(?<!#\d{6})/);
      expect(part).not.toContain(NEW);
    }
    const { rows } = await sql<{ row: string }>`select t::text as row from outbox t
      union all select t::text from audit t`.execute(server().db);
    expect(rows.map(({ row }) => row).join()).not.toContain(NEW);
    expect(server().logs.join('')).not.toContain(NEW);
  });

  it('completes an account that was left at step 2, a week later', async () => {
    const { email, userId } = await makeUser(server(), server().client());
    await sql`update users set created_at = created_at - interval '7 days'`.execute(server().db);
    await sql`delete from sign_ups where email = ${email}`.execute(server().db);
    const client = server().client();
    expect((await signInByCode(server(), client, email)).body.success?.status).toBe('sent');
    expect((await client.patch(paths.updatePassword, body(userId))).status).toBe(200);
    expect((await client.get(paths.currentUser)).body.success?.status).toBe('accepted');
    expect((await logIn(server().client(), email, NEW)).body.success?.status).toBe('accepted');
    expect((await logIn(server().client(), email, PASSWORD)).status).toBe(401);
  });

  it('can be set with the session of an unfinished sign-up, and unlocks the address for that browser', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    await failToLogIn(server(), email, rates.passwordTries.count);
    expect((await logIn(server().client(), email, PASSWORD)).status).toBe(429);
    await ageSessions(userId, 3600);
    expect((await client.patch(paths.updatePassword, body(userId))).status).toBe(200);
    const again = await client.patch(paths.updatePassword, body(userId, 'and yet another one'));
    expect(again.status).toBe(403);
    const browser = server().client();
    browser.cookies.set('device', client.cookies.get('device') ?? '');
    expect((await logIn(browser, email, NEW)).status).toBe(200);
  });

  it('invalidates login codes that were sent before, for any browser', async () => {
    const { email, userId } = await makeAccount(server());
    const early = await receiveLoginCode(server(), server().client(), email);
    const owner = server().client();
    await logIn(owner, email);
    await signInByCode(server(), owner, email);
    expect((await owner.patch(paths.updatePassword, body(userId))).status).toBe(200);
    expect((await logInByCode(server().client(), email, early)).status).toBe(400);
  });

  it('needs a code that is at most ten minutes old', async () => {
    const { email, userId } = await makeAccount(server());
    const client = server().client();
    await signInByCode(server(), client, email);
    await ageSessions(userId, RECENT_LOGIN_MS / 1000 - 10);
    expect((await client.patch(paths.updatePassword, body(userId))).status).toBe(200);
    const before = await readUserRow(server(), email);
    await client.post(paths.refresh);
    await ageSessions(userId, 10);
    const late = await client.patch(paths.updatePassword, body(userId, 'and yet another one'));
    expect(late.status).toBe(403);
    expect(late.error?.code).toBe('forbidden');
    expect(await readUserRow(server(), email)).toEqual(before);
    expect(await auditTrail(server(), { email })).toContain('password.changed rejected');
  });

  it('cannot be set with the old password alone, or with the session of a sign-up', async () => {
    const { email, userId, maker } = await makeAccount(server());
    const client = server().client();
    await logIn(client, email);
    const before = await readUserRow(server(), email);
    for (const somebody of [client, maker])
      expect((await somebody.patch(paths.updatePassword, body(userId))).status).toBe(403);
    expect(await readUserRow(server(), email)).toEqual(before);
  });

  it('cannot be set without a session or for another user', async () => {
    const { email, userId } = await makeAccount(server());
    const before = await readUserRow(server(), email);
    const nobody = await server().client().patch(paths.updatePassword, body(userId));
    expect(nobody.error?.code).toBe('unauthenticated');
    const attacker = server().client();
    const mine = await makeAccount(server());
    await signInByCode(server(), attacker, mine.email);
    const foreign = await attacker.patch(paths.updatePassword, body(userId));
    expect(foreign.status).toBe(404);
    expect(foreign.error).toMatchObject({ code: 'not_found', field: 'uuid' });
    expect(await readUserRow(server(), email)).toEqual(before);
  });

  describe('is refused without any change with', () => {
    it.each([
      ['a previous status', { status: 'sent' }],
      ['an unknown status', { status: 'owner' }],
      ['a privilege', { privilege: 'Owner' }],
      ['an address', { email: 'a@x.example' }],
      ['a name', { name: 'Somebody' }],
      ['a company', { comapnyid: '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b' }],
      ['ATS', { ATSEnabled: true }],
      ['an array as password', { password: [NEW] }],
      ['a short password', { password: 'seven77' }],
      ['a common password', { password: 'Password123' }],
      ['a password of 129 characters', { password: 'x'.repeat(129) }],
      ['an invalid id', { uuid: 'me' }],
    ])('%s: 400', async (_, extra) => {
      const { email, userId } = await makeAccount(server());
      const client = server().client();
      await signInByCode(server(), client, email);
      const before = await readUserRow(server(), email);
      const response = await client.patch(paths.updatePassword, { ...body(userId), ...extra });
      expect(response.status).toBe(400);
      expect(await readUserRow(server(), email)).toEqual(before);
    });

    it('the email address as password, with a message for the user', async () => {
      const { email, userId } = await makeAccount(server());
      const client = server().client();
      await signInByCode(server(), client, email);
      const response = await client.patch(paths.updatePassword, body(userId, email));
      expect(response.error).toMatchObject({ code: 'password_refused', field: 'password' });
    });
  });

  /** Waits until two requests wait for a lock. */
  const twoWaiting = () =>
    expect
      .poll(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(server().db);
        return rows.length;
      })
      .toBe(2);

  /** Starts requests while the user's row is locked, so that they meet there. */
  const startWhileLocked = <Result>(userId: string, start: () => Result[]): Promise<Result[]> =>
    server()
      .db.transaction()
      .execute(async (trx) => {
        await sql`select from users where id = ${userId} for update`.execute(trx);
        const started = start();
        await twoWaiting();
        return started;
      });

  it('can be set by one of two concurrent browsers only', async () => {
    const { email, userId } = await makeAccount(server());
    // As two hours later: until then, the row of the sign-up is locked too.
    await sql`delete from sign_ups where email = ${email}`.execute(server().db);
    const browsers = [server().client(), server().client()];
    for (const browser of browsers) {
      await signInByCode(server(), browser, email);
      await passResendPause(server().db);
    }
    const passwords = ['the first of two passwords', 'the second of two passwords'];
    const start = () =>
      browsers.map((browser, index) =>
        browser.patch(paths.updatePassword, body(userId, passwords[index])),
      );
    // The embedded database runs one transaction at a time.
    const started = kind === 'PGlite' ? start() : await startWhileLocked(userId, start);
    const responses = await Promise.all(started);
    const winner = responses.findIndex(({ status }) => status === 200);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const { password_hash: hash } = await readUserRow(server(), email);
    expect(await verify(hash, passwords[winner] ?? '')).toBe(true);
  });
});
