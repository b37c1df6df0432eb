import { expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { codeLimits, codeTryLimits } from '#server/auth/codes/request-code.ts';
import { DEVICE_LIFETIME_MS } from '#server/auth/sessions/tokens.ts';
import { consumeLimits } from '#server/limits/rate-limits.ts';
import { networkRates, rates } from '#server/limits/rates.ts';
import { ageLimits } from '#tests/support/server/database/age-rows.ts';
import {
  ACCOUNT_PASSWORD,
  failToLogIn,
  logIn,
  logInByCode,
  loginCodePath,
  makeAccount,
  receiveLoginCode,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { differentCode } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('a browser that has logged in to an account before', (server) => {
  const known = async () => {
    const made = await makeAccount(server());
    const client = server().client();
    expect((await logIn(client, made.email)).status).toBe(200);
    await client.post(paths.logout);
    return { ...made, client };
  };

  it('can log in by password while other clients have locked the account for unknown browsers', async () => {
    const { email, client } = await known();
    await failToLogIn(server(), email, rates.passwordTries.count);
    expect((await logIn(server().client(), email)).status).toBe(429);
    expect((await logIn(client, email)).status).toBe(200);
    expect((await logIn(server().client(), email)).status).toBe(429);
  });

  it('is known after a sign-up as well', async () => {
    const { email, maker } = await makeAccount(server());
    await maker.post(paths.logout);
    await failToLogIn(server(), email, rates.passwordTries.count);
    expect((await logIn(maker, email)).status).toBe(200);
  });

  it('has a limit of its own, and its failures do not count for other clients', async () => {
    const { email, client } = await known();
    for (let tries = 0; tries < rates.passwordTries.count; tries += 1)
      expect((await logIn(client, email, 'not the password')).status).toBe(401);
    expect((await logIn(client, email)).status).toBe(429);
    expect((await logIn(server().client(), email)).status).toBe(200);
  });

  it('gets its own code, which other clients can neither use up nor replace', async () => {
    const { email, client } = await known();
    const code = await receiveLoginCode(server(), client, email);
    await receiveLoginCode(server(), server().client(), email);
    for (let tries = 0; tries < rates.codeTries.count; tries += 1)
      await logInByCode(server().client(), email, differentCode(code, tries + 1));
    expect((await logInByCode(server().client(), email, code)).status).not.toBe(200);
    expect((await logInByCode(client, email, code)).status).toBe(200);
  });

  it("gets a code while other clients have used up the address's limit on codes", async () => {
    const { email, client } = await known();
    await receiveLoginCode(server(), server().client(), email);
    expect((await server().client().post(loginCodePath(email))).status).toBe(429);
    await receiveLoginCode(server(), client, email);
    expect((await client.post(loginCodePath(email))).status).toBe(429);
  });

  it("can log in and get a code while another client of its network has used up that network's limits", async () => {
    const ip = '203.0.113.60';
    const { email } = await makeAccount(server());
    const client = server().client(ip);
    expect((await logIn(client, email)).status).toBe(200);
    const otherClient = server().client(ip);
    const askForCode = () => otherClient.post(loginCodePath(server().email()));
    while ((await askForCode()).status !== 429);
    // Last, because this limit accepts another login every three seconds.
    while ((await logInByCode(otherClient, server().email(), '123456')).status !== 429);
    expect((await logIn(otherClient, email)).status).toBe(429);
    expect((await logIn(client, email)).status).toBe(200);
    expect((await client.post(loginCodePath(email))).status).toBe(200);
  });

  it('is forgotten when the password is reset elsewhere, but not when it is reset there', async () => {
    const { email, userId, client } = await known();
    const owner = server().client();
    await signInByCode(server(), owner, email);
    const password = 'a new password of the owner';
    const body = { uuid: userId, status: 'accepted', password };
    expect((await owner.patch(paths.updatePassword, body)).status).toBe(200);
    await failToLogIn(server(), email, rates.passwordTries.count);
    expect((await logIn(client, email, password)).status).toBe(429);
    expect((await logIn(owner, email, password)).status).toBe(200);
  });

  it("shares a limit on passwords with the account's other known browsers", async () => {
    const { email } = await makeAccount(server());
    const browsers = Array.from({ length: 6 }, () => server().client());
    for (const browser of browsers) expect((await logIn(browser, email)).status).toBe(200);
    const guesses = [];
    for (const browser of browsers)
      for (let tries = 0; tries < rates.passwordTries.count; tries += 1)
        guesses.push((await logIn(browser, email, 'not the password')).status);
    // The limit refills while passwords are hashed, so on a slow machine it accepts some more.
    const judged = guesses.filter((status) => status === 401);
    expect(judged.length).toBeGreaterThanOrEqual(rates.knownPasswordTries.count);
    expect(guesses.at(-1)).toBe(429);
  });

  it("shares a limit on codes with the account's other known browsers", async () => {
    const email = server().email();
    const through = { tries: 0, codes: 0 };
    for (const device of ['one', 'two', 'three']) {
      const asked = { email, purpose: 'login', device } as const;
      for (let tries = 0; tries < rates.codeTries.count; tries += 1)
        if (!(await consumeLimits(server().db, codeTryLimits(asked)))) through.tries += 1;
      for (let codes = 0; codes < rates.codesPerDay.count; codes += 1) {
        if (!(await consumeLimits(server().db, codeLimits(asked)))) through.codes += 1;
        for (const { name, periodMs } of [rates.codePause, rates.codesPerHour])
          await ageLimits(server().db, periodMs / 1000, `${name} login ${email}`);
      }
    }
    expect(through).toEqual({
      tries: rates.knownCodeTries.count,
      codes: rates.knownCodesPerDay.count,
    });
  });

  it('cannot be locked out by browsers that are known to another account in its network', async () => {
    // The limit refills with time: where the embedded database counts, none passes.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const ip = '203.0.113.61';
    const [mine, theirs] = [await makeAccount(server()), await makeAccount(server())];
    const client = server().client(ip);
    expect((await logIn(client, mine.email)).status).toBe(200);
    const created = Array.from({ length: 6 }, () => server().client(ip));
    for (const browser of created) expect((await logIn(browser, theirs.email)).status).toBe(200);
    for (const browser of created) while ((await logIn(browser, theirs.email)).status !== 429);
    expect((await logIn(client, mine.email)).status).toBe(200);
  });

  it('cannot be locked out by another account that was used in it before', async () => {
    const [mine, theirs] = [await makeAccount(server()), await makeAccount(server())];
    const shared = server().client();
    expect((await logIn(shared, theirs.email)).status).toBe(200);
    const knownToOther = server().client();
    knownToOther.cookies.set('device', shared.cookies.get('device') ?? '');
    expect((await logIn(shared, mine.email)).status).toBe(200);
    for (let logins = 0; logins <= networkRates.logins.count; logins += 1)
      await logIn(knownToOther, theirs.email);
    await failToLogIn(server(), mine.email, rates.passwordTries.count);
    expect((await logIn(shared, mine.email)).status).toBe(200);
  });

  it('is known for a year', async () => {
    const { email, client } = await known();
    onTestFinished(() => void vi.useRealTimers());
    // The embedded database uses the same clock.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DEVICE_LIFETIME_MS + 24 * 60 * 60_000 });
    await failToLogIn(server(), email, rates.passwordTries.count);
    expect((await logIn(client, email)).status).toBe(429);
  });

  it('can enter a code that was requested in another browser', async () => {
    const { email, client } = await known();
    const code = await receiveLoginCode(server(), server().client(), email);
    expect((await logInByCode(client, email, code)).status).toBe(200);
  });

  it('is known to several accounts, and to no other account', async () => {
    const [mine, yours, theirs] = [
      await known(),
      await makeAccount(server()),
      await makeAccount(server()),
    ];
    expect((await logIn(mine.client, yours.email)).status).toBe(200);
    for (const { email } of [mine, yours, theirs])
      await failToLogIn(server(), email, rates.passwordTries.count);
    expect((await logIn(mine.client, mine.email)).status).toBe(200);
    expect((await logIn(mine.client, yours.email)).status).toBe(200);
    expect((await logIn(mine.client, theirs.email)).status).toBe(429);
  });

  it('is known to the eight accounts that logged in last', async () => {
    const { email, client } = await known();
    const others = [];
    for (let count = 0; count < 8; count += 1) others.push((await makeAccount(server())).email);
    for (const other of others) expect((await logIn(client, other)).status).toBe(200);
    const [first = ''] = others;
    for (const address of [email, first])
      await failToLogIn(server(), address, rates.passwordTries.count);
    expect((await logIn(client, email)).status).toBe(429);
    expect((await logIn(client, first)).status).toBe(200);
  });

  it('lists an account once, however often it logs in', async () => {
    const { email, client } = await known();
    const size = client.cookies.get('device')?.length;
    expect((await logIn(client, email)).status).toBe(200);
    expect(client.cookies.get('device')).toHaveLength(size ?? 0);
  });

  it.each([
    ['invented', () => [22, 26, 22].map((length) => 'a'.repeat(length)).join('.')],
    ['with a changed date', (value: string) => value.replace(/\..{4}/, '.zzzz')],
    ['truncated', (value: string) => value.slice(0, 22)],
    ['of another browser', (value: string) => `${'a'.repeat(22)}${value.slice(22)}`],
    ['SQL injection', () => "'; drop table users"],
  ])('is not recognized by a device cookie: %s', async (_, forge) => {
    const { email, client } = await known();
    client.cookies.set('device', encodeURIComponent(forge(client.cookies.get('device') ?? '')));
    await failToLogIn(server(), email, rates.passwordTries.count);
    expect((await logIn(client, email, ACCOUNT_PASSWORD)).status).toBe(429);
  });

  it('is recognized by an HttpOnly cookie that contains no address', async () => {
    const { email } = await makeAccount(server());
    const response = await logIn(server().client(), email);
    const lines = [response.headers['set-cookie']].flat().map(String);
    const line = lines.find((text) => text.startsWith('device=')) ?? '';
    expect(line).toMatch(
      /^device=[\w-]{22}\.[\w-]{26}\.[\w-]{22}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });
});
