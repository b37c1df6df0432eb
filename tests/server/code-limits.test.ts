import { expect, it } from 'vitest';
import { rates } from '#server/limits/rates.ts';
import { ageSends, receiveCode, sendPath } from '../support/sign-up-steps.ts';
import { onEachDatabase } from '../support/test-server.ts';

const seconds = (value: unknown) => Number(value);

onEachDatabase('the limits on codes', (server) => {
  it('keep the next code away for 30 seconds, and say for how long', async () => {
    const client = server().client();
    const email = server().email();
    await receiveCode(server(), client, email);
    await ageSends(server(), email, 10);
    const early = await client.post(sendPath(email));
    expect(early.status).toBe(429);
    expect(early.error?.code).toBe('too_many_requests');
    expect(seconds(early.headers['retry-after'])).toBeGreaterThan(15);
    expect(seconds(early.headers['retry-after'])).toBeLessThanOrEqual(20);
    await ageSends(server(), email, 20);
    expect((await client.post(sendPath(email))).status).toBe(200);
  });

  it('let one of many requests at once through', async () => {
    const email = server().email();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server().client().post(sendPath(email))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(429);
      expect(seconds(headers['retry-after'])).toBeGreaterThan(0);
      expect(seconds(headers['retry-after'])).toBeLessThanOrEqual(30);
    }
  });

  it('send five at once to one address and one more every twelve minutes, from wherever they are asked for', async () => {
    const email = server().email();
    for (let sent = 0; sent < rates.codesPerHour.count; sent += 1) {
      await receiveCode(server(), server().client(), email);
      await ageSends(server(), email, 31);
    }
    const refused = await server().client().post(sendPath(email));
    expect(refused.status).toBe(429);
    const wait = seconds(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(720 - 5 * 31 - 60);
    expect(wait).toBeLessThanOrEqual(720 - 5 * 31);
    await ageSends(server(), email, wait);
    expect((await server().client().post(sendPath(email))).status).toBe(200);
  });

  it('send ten at once to one address and one more every 144 minutes', async () => {
    const email = server().email();
    for (let sent = 0; sent < rates.codesPerDay.count; sent += 1) {
      await receiveCode(server(), server().client(), email);
      await ageSends(server(), email, 720);
    }
    const refused = await server().client().post(sendPath(email));
    expect(refused.status).toBe(429);
    const wait = seconds(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(8640 - 10 * 720 - 60);
    expect(wait).toBeLessThanOrEqual(8640 - 10 * 720);
  });

  it('send thirty an hour to one network, a /64 being one', async () => {
    const ask = (ip: string) => server().client(ip).post(sendPath(server().email()));
    for (let sent = 0; sent < 30; sent += 1)
      expect((await ask(`2001:db8:7:9::${sent + 1}`)).status).toBe(200);
    const refused = await ask('2001:db8:7:9:ffff::1');
    expect(refused.status).toBe(429);
    expect(seconds(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect(seconds(refused.headers['retry-after'])).toBeLessThanOrEqual(120);
    expect((await ask('2001:db8:7:a::1')).status).toBe(200);
  });

  it('count requests at once from one network together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        server().client('203.0.113.9').post(sendPath(server().email())),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(
      (await server().client('::ffff:203.0.113.9').post(sendPath(server().email()))).status,
    ).toBe(429);
  });

  it('ignore what a client claims to be its address, when no proxy is trusted', async () => {
    for (let sent = 0; sent < 30; sent += 1)
      await server().client('203.0.113.77').post(sendPath(server().email()));
    const refused = await server()
      .client('203.0.113.77')
      .post(sendPath(server().email()), undefined, {
        headers: { 'x-forwarded-for': '198.51.100.1' },
      });
    expect(refused.status).toBe(429);
  });
});
