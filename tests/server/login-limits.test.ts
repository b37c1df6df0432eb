import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { returnAttempt } from '#server/logins/password-attempts.ts';
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
  it('close the password login of the address for a minute, for the right password too', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, 5);
    const closed = await logIn(server().client(), email);
    expect(closed.status).toBe(429);
    expect(closed.error?.code).toBe('too_many_requests');
    expect(waitOf(closed.headers)).toBeGreaterThan(50);
    expect(waitOf(closed.headers)).toBeLessThanOrEqual(60);
    await ageFailures(server(), email, 60);
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

  it('close it for twice as long with every further one, up to a quarter of an hour', async () => {
    const email = server().email();
    await failToLogIn(server(), email, 5);
    for (const minutes of [1, 2, 4, 8, 15, 15, 15]) {
      const wait = waitOf((await logIn(server().client(), email)).headers);
      expect(wait).toBeGreaterThan(minutes * 60 - 10);
      expect(wait).toBeLessThanOrEqual(minutes * 60);
      await ageFailures(server(), email, minutes * 60);
      await failToLogIn(server(), email, 1);
    }
  });

  it('are forgotten a quarter of an hour after the address has opened', async () => {
    const email = server().email();
    await failToLogIn(server(), email, 5);
    await ageFailures(server(), email, 60 + 15 * 60);
    await failToLogIn(server(), email, 4);
    expect((await logIn(server().client(), email, 'not the password')).status).toBe(401);
    expect(waitOf((await logIn(server().client(), email)).headers)).toBeLessThanOrEqual(60);
  });

  it('are not four of them and a fifth one later', async () => {
    const email = server().email();
    for (let failed = 0; failed < 5; failed += 1) {
      await failToLogIn(server(), email, 1);
      await ageFailures(server(), email, 4 * 60);
    }
    // Five in twenty minutes; the oldest was sixteen minutes old when the fifth came.
    await failToLogIn(server(), email, 1);
    await ageFailures(server(), email, 4 * 60);
    await failToLogIn(server(), email, 2);
    expect((await logIn(server().client(), email)).status).toBe(429);
  });

  it('are cleared by a success', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, 4);
    expect((await logIn(server().client(), email)).status).toBe(200);
    await failToLogIn(server(), email, 4);
    expect((await logIn(server().client(), email)).status).toBe(200);
  });

  it('are those that were evaluated: what was given back counts no more', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, 5);
    await returnAttempt(server().db, email);
    expect((await logIn(server().client(), email, 'not the password')).status).toBe(401);
    expect((await logIn(server().client(), email)).status).toBe(429);
    await ageFailures(server(), email, 60);
    await failToLogIn(server(), email, 1);
    await returnAttempt(server().db, email);
    await failToLogIn(server(), email, 1);
    const wait = waitOf((await logIn(server().client(), email)).headers);
    expect(wait).toBeGreaterThan(60);
    expect(wait).toBeLessThanOrEqual(120);
  });
});

onEachDatabase('twenty tries a minute', (server) => {
  const ageTries = (network: string, seconds: number) =>
    sql`update login_tries set tried_at =
      array(select t - make_interval(secs => ${seconds}) from unnest(tried_at) t order by t)
      where network = ${network}`.execute(server().db);

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
    expect(waitOf(refused.headers)).toBeGreaterThan(40);
    expect(waitOf(refused.headers)).toBeLessThanOrEqual(60);
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

  it('are counted over any minute, not from its beginning', async () => {
    const ip = '203.0.113.6';
    const guess = () => logIn(server().client(ip), server().email(), 'not the password');
    for (let tries = 0; tries < 15; tries += 1) await guess();
    await ageTries(ip, 45);
    for (let tries = 0; tries < 5; tries += 1) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(waitOf(refused.headers)).toBeLessThanOrEqual(15);
    await ageTries(ip, 15);
    for (let tries = 0; tries < 15; tries += 1) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
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
