import { expect, it } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { codeTryLimits } from '#server/auth/codes/request-code.ts';
import { consumeLimits } from '#server/limits/rate-limits.ts';
import { networkRates, rates } from '#server/limits/rates.ts';
import { passResendPause, readLimits } from '#tests/support/server/database/age-rows.ts';
import {
  failToLogIn,
  logIn,
  makeAccount,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { expectAdmitted } from '#tests/support/server/network-limits.ts';
import { receiveCode, sendPath, verifyPath } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('registered addresses', (server) => {
  it('are revealed to one network within its limit on codes; beyond it all responses are alike', async () => {
    const { email } = await makeAccount(server());
    const client = server().client('203.0.113.40');
    for (let requested = 0; requested < networkRates.codes.count; requested += 1)
      expect((await client.post(sendPath(email))).status).toBe(409);
    const known = await client.post(sendPath(email));
    const unknown = await client.post(sendPath(server().email()));
    expect([known.status, known.text]).toEqual([429, unknown.text]);
    expect(unknown.status).toBe(429);
  });

  it('are revealed to a /24 or /48 five times as often, however many addresses it uses', async () => {
    const { email } = await makeAccount(server());
    const networks = [
      (count: number) => `198.51.100.${count % 250}`,
      (count: number) => `2001:db8:77:${count.toString(16)}::1`,
    ];
    for (const address of networks) {
      const requested = networkRates.codes.count * 5 + 10;
      const responses = await Promise.all(
        Array.from({ length: requested }, (_, count) =>
          server().client(address(count)).post(sendPath(email)),
        ),
      );
      const told = responses.filter(({ status }) => status === 409);
      expect(told).toHaveLength(networkRates.codes.count * 5);
    }
  });

  it('that are revealed do not extend the resend pause', async () => {
    const { email } = await makeAccount(server());
    await server().client().post(sendPath(email));
    expect(await readLimits(server().db, `codes an hour sign-up ${email}`)).toHaveLength(1);
    const before = await readLimits(server().db, `code pause sign-up ${email}`);
    await server().client().post(sendPath(email));
    const after = await readLimits(server().db, `code pause sign-up ${email}`);
    expect(after[0]?.minutes).toBeLessThanOrEqual(before[0]?.minutes ?? 0);
  });
});

onEachDatabase('plus-tagged addresses of one mailbox', (server) => {
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
    await passResendPause(server().db, `${local}@${domain}`);
    await receiveCode(server(), server().client(), `${local}+a@${domain}`);
  });

  it('share the limit on passwords, and remain separate accounts', async () => {
    const { email } = await makeAccount(server());
    const tagged = email.replace('@', '+tag@');
    await failToLogIn(server(), tagged, rates.passwordTries.count);
    expect((await logIn(server().client(), email)).status).toBe(429);
    await passResendPause(server().db, email);
    expect((await server().client().post(sendPath(tagged))).status).toBe(200);
  });
});

onEachDatabase('attempts to verify a code', (server) => {
  it('are not counted if the code is right, so that the limit reveals nothing', async () => {
    const { email } = await makeAccount(server());
    await signInByCode(server(), server().client(), email);
    const limits = codeTryLimits({ email, purpose: 'login', device: '' });
    const [tries] = limits;
    if (!tries) throw new Error('There is a limit.');
    for (let taken = 0; taken < tries.rate.count; taken += 1)
      expect(await consumeLimits(server().db, limits)).toBeUndefined();
    expect(await consumeLimits(server().db, limits)).toBeDefined();
  });

  it('are limited per minute and network, for any code', async () => {
    const client = server().client('203.0.113.41');
    const since = Date.now();
    const responses = await Promise.all(
      Array.from({ length: networkRates.verifications.count + 20 }, () =>
        client.get(verifyPath(server().email(), '123456')),
      ),
    );
    const admitted = responses.filter(({ status }) => status === 400).length;
    expectAdmitted(admitted, networkRates.verifications, since);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(
      responses.length - admitted,
    );
    const rows = await server()
      .db.selectFrom('audit')
      .where('network', '=', '203.0.113.41')
      .where('outcome', '=', 'limited')
      .select('event')
      .execute();
    expect(rows).toEqual([{ event: 'code.verified' }]);
  });

  it('are limited per day, address and purpose, also for addresses without an account', async () => {
    for (const email of [server().email(), (await makeAccount(server())).email]) {
      const guess = () => server().client().post(paths.login, { email, otp: '123456' });
      for (let tries = 0; tries < rates.codeTries.count; tries += 1)
        expect((await guess()).status).toBe(400);
      const refused = await guess();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
      const signUp = await server()
        .client()
        .get(fillPath(paths.verifySignUpCode, { email, code: '123456' }));
      expect(signUp.status).toBe(400);
    }
  });
});
