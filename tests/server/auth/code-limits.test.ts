import { expect, it } from 'vitest';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { networkRates, rates } from '#server/limits/rates.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { ageCodeLimits, receiveCode, sendPath } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const seconds = (value: unknown) => Number(value);

const PAUSE_S = RESEND_PAUSE_MS / 1000;
/** Seconds until the limit admits one more code. */
const intervalOf = ({ count, periodMs }: { count: number; periodMs: number }) =>
  periodMs / 1000 / count;

onEachDatabase('the limits on requests for codes', (server) => {
  it('refuse another code during the resend pause and say for how long', async () => {
    const client = server().client();
    const email = server().email();
    await receiveCode(server(), client, email);
    await ageCodeLimits(server(), email, 10);
    const early = await client.post(sendPath(email));
    expect(early.status).toBe(429);
    expect(early.error?.code).toBe('resend_pause');
    expect(seconds(early.headers['retry-after'])).toBeGreaterThan(PAUSE_S - 15);
    expect(seconds(early.headers['retry-after'])).toBeLessThanOrEqual(PAUSE_S - 10);
    await ageCodeLimits(server(), email, PAUSE_S - 10);
    expect((await client.post(sendPath(email))).status).toBe(200);
  });

  it('admit one of many concurrent requests', async () => {
    const email = server().email();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => server().client().post(sendPath(email))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, headers } of responses.filter((response) => response.status !== 200)) {
      expect(status).toBe(429);
      expect(seconds(headers['retry-after'])).toBeGreaterThan(0);
      expect(seconds(headers['retry-after'])).toBeLessThanOrEqual(PAUSE_S);
    }
  });

  it('admit five codes at once per address, then one every twelve minutes, from any network', async () => {
    const email = server().email();
    for (let sent = 0; sent < rates.codesPerHour.count; sent += 1) {
      await receiveCode(server(), server().client(), email);
      await passResendPause(server().db, email);
    }
    const refused = await server().client().post(sendPath(email));
    expect(refused.status).toBe(429);
    const wait = seconds(refused.headers['retry-after']);
    const longest = intervalOf(rates.codesPerHour) - rates.codesPerHour.count * (PAUSE_S + 1);
    expect(wait).toBeGreaterThan(longest - 60);
    expect(wait).toBeLessThanOrEqual(longest);
    // None was sent a moment ago: a client must not offer to type one.
    expect(refused.error?.code).toBe('too_many_requests');
    await ageCodeLimits(server(), email, wait);
    expect((await server().client().post(sendPath(email))).status).toBe(200);
  });

  it('admit ten codes a day per address, then one every 144 minutes', async () => {
    const email = server().email();
    for (let sent = 0; sent < rates.codesPerDay.count; sent += 1) {
      await receiveCode(server(), server().client(), email);
      await ageCodeLimits(server(), email, intervalOf(rates.codesPerHour));
    }
    const refused = await server().client().post(sendPath(email));
    expect(refused.status).toBe(429);
    const wait = seconds(refused.headers['retry-after']);
    const longest =
      intervalOf(rates.codesPerDay) - rates.codesPerDay.count * intervalOf(rates.codesPerHour);
    expect(wait).toBeGreaterThan(longest - 60);
    expect(wait).toBeLessThanOrEqual(longest);
  });

  it('admit thirty codes an hour per network, where an IPv6 network is a /64', async () => {
    const ask = (ip: string) => server().client(ip).post(sendPath(server().email()));
    for (let sent = 0; sent < networkRates.codes.count; sent += 1)
      expect((await ask(`2001:db8:7:9::${sent + 1}`)).status).toBe(200);
    const refused = await ask('2001:db8:7:9:ffff::1');
    expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests']);
    expect(seconds(refused.headers['retry-after'])).toBeGreaterThan(
      intervalOf(networkRates.codes) / 2,
    );
    expect(seconds(refused.headers['retry-after'])).toBeLessThanOrEqual(
      intervalOf(networkRates.codes),
    );
    expect((await ask('2001:db8:7:a::1')).status).toBe(200);
  });

  it('count concurrent requests of one network together', async () => {
    const responses = await Promise.all(
      Array.from({ length: networkRates.codes.count + 10 }, () =>
        server().client('203.0.113.9').post(sendPath(server().email())),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(networkRates.codes.count);
    expect(
      (await server().client('::ffff:203.0.113.9').post(sendPath(server().email()))).status,
    ).toBe(429);
  });

  it('ignore X-Forwarded-For if no proxy is trusted', async () => {
    for (let sent = 0; sent < networkRates.codes.count; sent += 1)
      await server().client('203.0.113.77').post(sendPath(server().email()));
    const refused = await server()
      .client('203.0.113.77')
      .post(sendPath(server().email()), undefined, {
        headers: { 'x-forwarded-for': '198.51.100.1' },
      });
    expect(refused.status).toBe(429);
  });
});
