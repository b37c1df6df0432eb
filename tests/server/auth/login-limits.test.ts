import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { passwordLimits } from '#server/auth/logins/log-in.ts';
import { consumeLimits, refundLimits } from '#server/limits/rate-limits.ts';
import { networkRates, rates } from '#server/limits/rates.ts';
import { ageLimits } from '#tests/support/server/database/age-rows.ts';
import {
  ACCOUNT_PASSWORD,
  ageLoginFailures,
  auditTrail,
  failToLogIn,
  logIn,
  logInByCode,
  loginCodePath,
  makeAccount,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { expectAdmitted } from '#tests/support/server/network-limits.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

/** Seconds until one more wrong password is admitted. */
const INTERVAL_S = rates.passwordTries.periodMs / 1000 / rates.passwordTries.count;

const waitOf = (headers: Record<string, unknown>) => Number(headers['retry-after']);
const withoutDates = ({ date: _, ...headers }: Record<string, unknown>) => headers;

onEachDatabase('five failed logins within a quarter of an hour', (server) => {
  it('lock password login for the address for three minutes, also for the right password', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, rates.passwordTries.count);
    const locked = await logIn(server().client(), email);
    expect(locked.status).toBe(429);
    expect(locked.error?.code).toBe('too_many_requests');
    expect(waitOf(locked.headers)).toBeGreaterThan(INTERVAL_S - 30);
    expect(waitOf(locked.headers)).toBeLessThanOrEqual(INTERVAL_S);
    await ageLoginFailures(server(), email, INTERVAL_S);
    expect((await logIn(server().client(), email)).status).toBe(200);
    expect(await auditTrail(server(), { email })).toContain('login.password closed');
  });

  it('lock an address without an account in the same way', async () => {
    const { email } = await makeAccount(server());
    const unregistered = server().email();
    for (const address of [email, unregistered])
      await failToLogIn(server(), address, rates.passwordTries.count);
    const known = await logIn(server().client(), email);
    const unknown = await logIn(server().client(), unregistered);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const names = ({ headers }: typeof known) => Object.keys(withoutDates(headers)).sort();
    expect(names(unknown)).toEqual(names(known));
    expect(Math.abs(waitOf(unknown.headers) - waitOf(known.headers))).toBeLessThanOrEqual(5);
  });

  it('do not lock login by code, which in turn does not unlock the password', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, rates.passwordTries.count);
    await signInByCode(server(), server().client(), email);
    expect((await logIn(server().client(), email)).status).toBe(429);
  });

  it('admit one more attempt every three minutes, and a hundred a day', async () => {
    const email = server().email();
    for (let failed = 0; failed < rates.passwordTriesPerDay.count; failed += 1) {
      await ageLoginFailures(server(), email, failed < rates.passwordTries.count ? 0 : INTERVAL_S);
      if (failed < rates.passwordTries.count || failed > rates.passwordTriesPerDay.count - 4)
        await failToLogIn(server(), email, 1);
      else await consumeLimits(server().db, passwordLimits({ email, device: '' }));
    }
    await sql`update limits set tat = now() where key like ${`password tries ${email}%`}`.execute(
      server().db,
    );
    const locked = await logIn(server().client(), email, 'not the password');
    expect([locked.status, waitOf(locked.headers) > 0]).toEqual([429, true]);
  });

  it('are failures only: successful logins are unlimited', async () => {
    const { email } = await makeAccount(server());
    for (let logins = 0; logins < 12; logins += 1)
      expect((await logIn(server().client(), email)).status).toBe(200);
  });

  it("are not reset by another client's success or by a new password", async () => {
    const { email, userId } = await makeAccount(server());
    await failToLogIn(server(), email, rates.passwordTries.count - 1);
    expect((await logIn(server().client(), email)).status).toBe(200);
    const owner = server().client();
    await signInByCode(server(), owner, email);
    const body = { uuid: userId, status: 'accepted', password: 'a new password of the owner' };
    expect((await owner.patch(paths.updatePassword, body)).status).toBe(200);
    await failToLogIn(server(), email, 1);
    expect((await logIn(server().client(), email)).status).toBe(429);
  });

  it('of a known browser are reset by the right password', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    await logIn(client, email);
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < rates.passwordTries.count - 1; tries += 1)
        expect((await logIn(client, email, 'not the password')).status).toBe(401);
      expect((await logIn(client, email)).status).toBe(200);
    }
  });

  it('no longer count once they are given back', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, rates.passwordTries.count);
    await refundLimits(server().db, passwordLimits({ email, device: '' }));
    expect((await logIn(server().client(), email, 'not the password')).status).toBe(401);
    expect((await logIn(server().client(), email)).status).toBe(429);
  });
});

onEachDatabase('twenty login attempts a minute', (server) => {
  const ageTries = (network: string, seconds: number) =>
    ageLimits(server().db, seconds, `network logins ${network}`);

  it('are the limit of one network, by password or code, for any address', async () => {
    const ip = '203.0.113.5';
    const { email } = await makeAccount(server());
    const startedAt = Date.now();
    for (let tries = 0; tries < networkRates.logins.count / 2; tries += 1) {
      const client = server().client(ip);
      expect((await logIn(client, server().email(), 'not the password')).status).toBe(401);
      expect((await logInByCode(client, server().email(), '123456')).status).toBe(400);
    }
    // What came back since, one attempt every three seconds, is taken away again.
    await ageTries(ip, (startedAt - Date.now()) / 1000);
    const refused = await logIn(server().client(ip), email);
    expect(refused.error?.code).toBe('too_many_requests');
    expect(waitOf(refused.headers)).toBeGreaterThan(0);
    // Three, and what passed before the first attempt was counted.
    expect(waitOf(refused.headers)).toBeLessThanOrEqual(6);
    expect((await logInByCode(server().client(ip), email, '123456')).status).toBe(429);
    expect((await logIn(server().client(), email)).status).toBe(200);
    const auditRows = await server()
      .db.selectFrom('audit')
      .where('network', '=', ip)
      .where('outcome', '=', 'limited')
      .select(['event', 'email'])
      .execute();
    expect(auditRows[0]).toEqual({ event: 'login', email: null });
    await ageTries(ip, networkRates.logins.periodMs / 1000);
    expect((await logIn(server().client(ip), email)).status).toBe(200);
  });

  it('are admitted of any number of concurrent attempts, also of neighbours', async () => {
    const { count } = networkRates.logins;
    const since = Date.now();
    const responses = await Promise.all(
      Array.from({ length: 3 * count }, (_, index) =>
        logInByCode(server().client(`2001:db8:1:2::${index}`), server().email(), '123456'),
      ),
    );
    const admitted = responses.filter(({ status }) => status === 400).length;
    expectAdmitted(admitted, networkRates.logins, since);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(3 * count - admitted);
  });

  it('are counted after validation only, and do not affect requests for codes', async () => {
    const client = server().client('203.0.113.8');
    for (let tries = 0; tries < networkRates.logins.count + 5; tries += 1)
      expect((await client.post(paths.login, { email: 'nobody' })).status).toBe(400);
    for (let tries = 0; tries < networkRates.logins.count; tries += 1)
      await logIn(client, server().email(), ACCOUNT_PASSWORD);
    expect((await client.post(loginCodePath(server().email()))).status).toBe(200);
  });
});
