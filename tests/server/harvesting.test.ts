import { expect, it } from 'vitest';
import { fillPath, paths } from '#contract/paths.ts';
import { codeTryLimits } from '#server/codes/request-code.ts';
import { takeLimits } from '#server/limits/rate-limit.ts';
import { networkRates, rates } from '#server/limits/rates.ts';
import { limitRows } from '../support/age.ts';
import { failToLogIn, logIn, makeAccount, signInByCode } from '../support/log-in-steps.ts';
import { ageSends, receiveCode, sendPath, verifyPath } from '../support/sign-up-steps.ts';
import { onEachDatabase } from '../support/test-server.ts';

onEachDatabase('registered addresses', (server) => {
  it('are told to one network as often as codes are sent to it; beyond, all addresses are alike', async () => {
    const { email } = await makeAccount(server());
    const client = server().client('203.0.113.40');
    for (let asked = 0; asked < networkRates.codes.count; asked += 1)
      expect((await client.post(sendPath(email))).status).toBe(409);
    const known = await client.post(sendPath(email));
    const unknown = await client.post(sendPath(server().email()));
    expect([known.status, known.text]).toEqual([429, unknown.text]);
    expect(unknown.status).toBe(429);
  });

  it('are told to a /24 and a /48 five times as often, from however many addresses', async () => {
    const { email } = await makeAccount(server());
    const networks = [
      (count: number) => `198.51.100.${count % 250}`,
      (count: number) => `2001:db8:77:${count.toString(16)}::1`,
    ];
    for (const address of networks) {
      const asked = networkRates.codes.count * 5 + 10;
      const answers = await Promise.all(
        Array.from({ length: asked }, (_, count) =>
          server().client(address(count)).post(sendPath(email)),
        ),
      );
      const told = answers.filter(({ status }) => status === 409);
      expect(told).toHaveLength(networkRates.codes.count * 5);
    }
  });

  it('cost an address no code that is sent', async () => {
    const { email } = await makeAccount(server());
    await server().client().post(sendPath(email));
    expect(await limitRows(server().db, `codes an hour sign-up ${email}`)).toHaveLength(1);
    const before = await limitRows(server().db, `code pause sign-up ${email}`);
    await server().client().post(sendPath(email));
    const after = await limitRows(server().db, `code pause sign-up ${email}`);
    expect(after[0]?.minutes).toBeLessThanOrEqual(before[0]?.minutes ?? 0);
  });
});

onEachDatabase('tagged addresses of one mailbox', (server) => {
  it('share the limits on codes', async () => {
    const [local, domain] = server().email().split('@');
    await receiveCode(server(), server().client(), `${local}@${domain}`);
    for (const tag of ['+a', '+b', '+a+b'])
      expect(
        (
          await server()
            .client()
            .post(sendPath(`${local}${tag}@${domain}`))
        ).status,
      ).toBe(429);
    await ageSends(server(), `${local}@${domain}`, 31);
    await receiveCode(server(), server().client(), `${local}+a@${domain}`);
  });

  it('share the limit on passwords, and stay accounts of their own', async () => {
    const { email } = await makeAccount(server());
    const tagged = email.replace('@', '+tag@');
    await failToLogIn(server(), tagged, rates.passwordTries.count);
    expect((await logIn(server().client(), email)).status).toBe(429);
    await ageSends(server(), email, 31);
    expect((await server().client().post(sendPath(tagged))).status).toBe(200);
  });
});

onEachDatabase('tries of a code', (server) => {
  it('that were right count for nothing, so that nobody can tell that there were any', async () => {
    const { email } = await makeAccount(server());
    await signInByCode(server(), server().client(), email);
    const limits = codeTryLimits({ email, purpose: 'login', device: '' });
    const [tries] = limits;
    if (!tries) throw new Error('There is a limit.');
    for (let taken = 0; taken < tries.rate.count; taken += 1)
      expect(await takeLimits(server().db, limits)).toBeUndefined();
    expect(await takeLimits(server().db, limits)).toBeDefined();
  });

  it('are so many a minute from one network, whatever they try', async () => {
    const client = server().client('203.0.113.41');
    const answers = await Promise.all(
      Array.from({ length: networkRates.verifications.count + 20 }, () =>
        client.get(verifyPath(server().email(), '123456')),
      ),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(
      networkRates.verifications.count,
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    const rows = await server()
      .db.selectFrom('audit')
      .where('network', '=', '203.0.113.41')
      .where('outcome', '=', 'limited')
      .select('event')
      .execute();
    expect(rows).toEqual([{ event: 'code.verified' }]);
  });

  it('are so many a day for one address and purpose, also where nobody has a code', async () => {
    for (const email of [server().email(), (await makeAccount(server())).email]) {
      const guess = () => server().client().post(paths.login, { email, otp: '123456' });
      for (let tries = 0; tries < rates.codeTries.count; tries += 1)
        expect((await guess()).status).toBe(400);
      const refused = await guess();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
      const signUp = await server()
        .client()
        .get(fillPath(paths.verifySignUpCode, email, '123456'));
      expect(signUp.status).toBe(400);
    }
  });
});
