import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { giveBack, takeLimits } from '#server/limits/rate-limit.ts';
import { rates } from '#server/limits/rates.ts';
import { passwordLimits } from '#server/logins/password-tries.ts';
import { ageLimits } from '../support/age.ts';
import {
  ACCOUNT_PASSWORD,
  ageFailures,
  auditTrail,
  failToLogIn,
  logIn,
  logInByCode,
  loginCodePath,
  makeAccount,
  signInByCode,
} from '../support/log-in-steps.ts';
import { onEachDatabase } from '../support/test-server.ts';

const waitOf = (headers: Record<string, unknown>) => Number(headers['retry-after']);
const withoutDates = ({ date: _, ...headers }: Record<string, unknown>) => headers;

onEachDatabase('five failures in a quarter of an hour', (server) => {
  it('close the password login of the address for three minutes, for the right password too', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, 5);
    const closed = await logIn(server().client(), email);
    expect(closed.status).toBe(429);
    expect(closed.error?.code).toBe('too_many_requests');
    expect(waitOf(closed.headers)).toBeGreaterThan(150);
    expect(waitOf(closed.headers)).toBeLessThanOrEqual(180);
    await ageFailures(server(), email, 180);
    expect((await logIn(server().client(), email)).status).toBe(200);
    expect(await auditTrail(server(), { email })).toContain('login.password closed');
  });

  it('close an address without an account just so', async () => {
    const { email } = await makeAccount(server());
    const nobody = server().email();
    for (const address of [email, nobody]) await failToLogIn(server(), address, 5);
    const known = await logIn(server().client(), email);
    const unknown = await logIn(server().client(), nobody);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    const names = ({ headers }: typeof known) => Object.keys(withoutDates(headers)).sort();
    expect(names(unknown)).toEqual(names(known));
    expect(Math.abs(waitOf(unknown.headers) - waitOf(known.headers))).toBeLessThanOrEqual(5);
  });

  it('leave login by code open, which does not open the password', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, 5);
    await signInByCode(server(), server().client(), email);
    expect((await logIn(server().client(), email)).status).toBe(429);
  });

  it('let one more through every three minutes, and a hundred a day', async () => {
    const email = server().email();
    for (let failed = 0; failed < rates.passwordTriesPerDay.count; failed += 1) {
      await ageFailures(server(), email, failed < rates.passwordTries.count ? 0 : 180);
      if (failed < rates.passwordTries.count || failed > rates.passwordTriesPerDay.count - 4)
        await failToLogIn(server(), email, 1);
      else await takeLimits(server().db, passwordLimits({ email, device: '' }));
    }
    await sql`update limits set tat = now() where key like ${`password tries ${email}%`}`.execute(
      server().db,
    );
    const closed = await logIn(server().client(), email, 'not the password');
    expect([closed.status, waitOf(closed.headers) > 0]).toEqual([429, true]);
  });

  it('are failures only: who logs in as often as they like is not closed out', async () => {
    const { email } = await makeAccount(server());
    for (let logins = 0; logins < 12; logins += 1)
      expect((await logIn(server().client(), email)).status).toBe(200);
  });

  it('are not cleared by the success of somebody else, nor by a new password', async () => {
    const { email, userId } = await makeAccount(server());
    await failToLogIn(server(), email, 4);
    expect((await logIn(server().client(), email)).status).toBe(200);
    const owner = server().client();
    await signInByCode(server(), owner, email);
    const body = { uuid: userId, status: 'accepted', password: 'a new password of the owner' };
    expect((await owner.patch(paths.updatePassword, body)).status).toBe(200);
    await failToLogIn(server(), email, 1);
    expect((await logIn(server().client(), email)).status).toBe(429);
  });

  it('of a known browser are forgotten when it gets the password right', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    await logIn(client, email);
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 4; tries += 1)
        expect((await logIn(client, email, 'not the password')).status).toBe(401);
      expect((await logIn(client, email)).status).toBe(200);
    }
  });

  it('are those that were evaluated: what was given back counts no more', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, 5);
    await giveBack(server().db, passwordLimits({ email, device: '' }));
    expect((await logIn(server().client(), email, 'not the password')).status).toBe(401);
    expect((await logIn(server().client(), email)).status).toBe(429);
  });
});

onEachDatabase('twenty tries a minute', (server) => {
  const ageTries = (network: string, seconds: number) =>
    ageLimits(server().db, seconds, `network logins ${network}`);

  it('are what one network gets, by password or code, whoever it asks for', async () => {
    const ip = '203.0.113.5';
    for (let tries = 0; tries < 10; tries += 1) {
      const client = server().client(ip);
      expect((await logIn(client, server().email(), 'not the password')).status).toBe(401);
      expect((await logInByCode(client, server().email(), '123456')).status).toBe(400);
    }
    const { email } = await makeAccount(server());
    const refused = await logIn(server().client(ip), email);
    expect(refused.error?.code).toBe('too_many_requests');
    expect(waitOf(refused.headers)).toBeGreaterThan(0);
    expect(waitOf(refused.headers)).toBeLessThanOrEqual(3);
    expect((await logInByCode(server().client(ip), email, '123456')).status).toBe(429);
    expect((await logIn(server().client(), email)).status).toBe(200);
    const kept = await server()
      .db.selectFrom('audit')
      .where('network', '=', ip)
      .where('outcome', '=', 'limited')
      .select(['event', 'email'])
      .execute();
    expect(kept[0]).toEqual({ event: 'login', email: null });
    await ageTries(ip, 60);
    expect((await logIn(server().client(ip), email)).status).toBe(200);
  });

  it('are twenty of any number at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        logInByCode(server().client('2001:db8:1:2::7'), server().email(), '123456'),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
    const neighbour = server().client('2001:db8:1:2:ffff::1');
    expect((await logInByCode(neighbour, server().email(), '123456')).status).toBe(429);
  });

  it('are counted after the request was found whole, and leave asking for codes alone', async () => {
    const client = server().client('203.0.113.8');
    for (let tries = 0; tries < 25; tries += 1)
      expect((await client.post(paths.login, { email: 'nobody' })).status).toBe(400);
    for (let tries = 0; tries < 20; tries += 1)
      await logIn(client, server().email(), ACCOUNT_PASSWORD);
    expect((await client.post(loginCodePath(server().email()))).status).toBe(200);
  });
});
