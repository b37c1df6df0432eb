import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { rates } from '#server/limits/rates.ts';
import { ageLimits, passResendPause } from '#tests/support/server/database/age-rows.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import {
  ACCOUNT_PASSWORD,
  auditTrail,
  browserLinkPath,
  failToLogIn,
  logIn,
  logInByCode,
  loginCodePath,
  makeAccount,
  receiveBrowserToken,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

afterEach(() => void vi.useRealTimers());

/** Asks for a link and opens it in a browser. */
const openLink = async (server: TestServer, client: TestClient, email: string) => {
  expect((await server.client().post(browserLinkPath(email))).status).toBe(200);
  const token = await receiveBrowserToken(server, email);
  return { token, response: await client.post(paths.knowBrowser, { token }) };
};

/** Strangers use up the passwords, the codes and the tries of codes of an address. */
const closeForStrangers = async (server: TestServer, email: string) => {
  let status = 200;
  while (status !== 429) {
    await passResendPause(server.db);
    ({ status } = await server.client().post(loginCodePath(email)));
    if (status === 200) await server.mailbox.nextCode(email);
  }
  status = 400;
  while (status !== 429) ({ status } = await logInByCode(server.client(), email, '000000'));
  await failToLogIn(server, email, rates.passwordTries.count);
  expect((await logIn(server.client(), email, ACCOUNT_PASSWORD)).status).toBe(429);
};

onEachDatabase('a mailed link that makes a browser known', (server) => {
  it('lets the owner in by password and by code when strangers have used up every try', async () => {
    const { email, userId } = await makeAccount(server());
    await closeForStrangers(server(), email);
    const owner = server().client();
    expect((await logIn(owner, email)).status).toBe(429);
    const { response } = await openLink(server(), owner, email);
    expect([response.status, response.body]).toEqual([200, { message: 'known' }]);
    expect((await owner.get(paths.currentUser)).status).toBe(401);
    expect((await logIn(owner, email)).status).toBe(200);
    expect((await signInByCode(server(), owner, email)).status).toBe(200);
    const trail = await auditTrail(server(), { email, userId });
    expect(trail).toContain('browser.link.requested accepted');
    expect(trail).toContain('browser.known accepted');
  });

  it('works when strangers have used up the links of the day: they are in the mailbox', async () => {
    const { email } = await makeAccount(server());
    for (let count = 0; count < rates.browserLinks.count; count += 1)
      expect((await server().client().post(browserLinkPath(email))).status).toBe(200);
    const owner = server().client();
    const refused = await owner.post(browserLinkPath(email));
    expect([refused.status, refused.error?.code]).toEqual([429, 'too_many_requests']);
    const token = await receiveBrowserToken(server(), email);
    expect((await owner.post(paths.knowBrowser, { token })).status).toBe(200);
    await ageLimits(server().db, DAY_MS / 1000 / rates.browserLinks.count, email);
    expect((await owner.post(browserLinkPath(email))).status).toBe(200);
  });

  it('is not mailed to an address without an account, and the responses do not tell', async () => {
    const { email } = await makeAccount(server());
    const unknown = server().email();
    const responses = [];
    for (const address of [email, unknown])
      for (let count = 0; count <= rates.browserLinks.count; count += 1)
        responses.push(await server().client().post(browserLinkPath(address)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 200, 200, 200, 429]);
    expect(responses[0]?.text).toBe(responses[4]?.text);
    expect(responses[3]?.text).toBe(responses[7]?.text);
    await receiveBrowserToken(server(), email);
    await expect
      .poll(async () => {
        const { rows } = await sql`select 1 from outbox where recipient = ${unknown}`.execute(
          server().db,
        );
        return rows.length;
      })
      .toBe(0);
    expect(server().mailbox.all.filter(({ to }) => to === unknown)).toEqual([]);
  });

  it('is one link to the login page, behind the hash, and opens nothing by itself', async () => {
    const { email } = await makeAccount(server());
    await server().client().post(browserLinkPath(email));
    const mail = await server().mailbox.next(email, /^Your link/);
    const [link = '', ...others] = mail.text.match(/https?:\S+/g) ?? [];
    expect(others).toEqual([]);
    expect(new URL(link)).toMatchObject({ pathname: '/', search: '' });
    expect(mail.html).toContain(`href="${link}"`);
    expect(link).not.toContain(email);
    expect((await server().client().get('/app/')).status).toBe(302);
  });

  it('ends with the next password, and with the account', async () => {
    const { email, userId } = await makeAccount(server());
    const { token } = await openLink(server(), server().client(), email);
    await sql`update users set password_hash = 'another' where id = ${userId}`.execute(server().db);
    const response = await server().client().post(paths.knowBrowser, { token });
    expect([response.status, response.error?.code]).toEqual([400, 'code_invalid']);
    await sql`delete from users where id = ${userId}`.execute(server().db);
    expect((await server().client().post(paths.knowBrowser, { token })).status).toBe(400);
  });

  it('is refused with another user, another time or another MAC, and sets no cookie', async () => {
    const [one, other] = [await makeAccount(server()), await makeAccount(server())];
    const { token } = await openLink(server(), server().client(), one.email);
    const [, expiry = '', tag = ''] = token.split('.');
    const later = (Number.parseInt(expiry, 36) + 1).toString(36);
    for (const forged of [
      `${other.userId}.${expiry}.${tag}`,
      `${one.userId}.${later}.${tag}`,
      `${one.userId}.${expiry}.${'x'.repeat(22)}`,
      `${one.userId}.${expiry}`,
      '.',
    ]) {
      const client = server().client();
      const response = await client.post(paths.knowBrowser, { token: forged });
      expect([forged, response.status]).toEqual([forged, 400]);
      expect(client.cookies.has('device')).toBe(false);
    }
  });

  it('is valid for 24 hours', async () => {
    const { email } = await makeAccount(server());
    const { token } = await openLink(server(), server().client(), email);
    const open = () => server().client().post(paths.knowBrowser, { token });
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start + DAY_MS - MINUTE_MS });
    expect((await open()).status).toBe(200);
    vi.setSystemTime(start + DAY_MS + 2 * MINUTE_MS);
    expect((await open()).status).toBe(400);
  });
});
