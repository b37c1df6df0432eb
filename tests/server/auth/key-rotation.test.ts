import { createHmac, hkdfSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { createKeys, keyedHash, type Secrets } from '#server/config/keys.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import {
  browserLinkPath,
  logIn,
  logInByCode,
  makeAccount,
  receiveBrowserToken,
  receiveLoginCode,
} from '#tests/support/server/log-in-steps.ts';
import {
  companyBody,
  receiveCode,
  verifyEmail,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const OLD = 'the key that has been there for years';
const NEW = 'the key that comes in the place of it';

it.each([[[]], [['']], [['nonce', 'é😀']], [['code', 'x'.repeat(500)]]])(
  'MACs are those of the versions before: %j',
  (parts) => {
    const [key] = createKeys([OLD]).codes;
    const derived = Buffer.from(hkdfSync('sha256', OLD, '', 'sitara codes', 32));
    expect(keyedHash(key, ...parts)).toEqual(
      createHmac('sha256', derived).update(parts.join('\0')).digest(),
    );
  },
);

describe.each(databaseKinds)('a new first key in SECRET_KEY (%s)', (kind) => {
  let before: TestServer;
  beforeAll(async () => {
    before = await openTestServer(kind, { config: { secretKeys: [OLD] } });
  });
  afterAll(() => before.close());

  /** A server that starts with these keys on the same database. It also makes the codes of mails that wait. */
  const start = async (...secretKeys: Secrets): Promise<TestServer> => {
    const server = await openTestServer(kind, { config: { secretKeys }, beside: before });
    onTestFinished(() => server.close());
    return server;
  };

  /** The same browser, at another server. */
  const at = (server: TestServer, { cookies }: TestClient): TestClient => {
    const client = server.client();
    for (const [name, value] of cookies) client.cookies.set(name, value);
    return client;
  };

  it('ends no session, and one that was renewed outlives the old key', async () => {
    const { maker } = await makeAccount(before);
    const rotated = await start(NEW, OLD);
    const browser = at(rotated, maker);
    expect((await browser.get(paths.currentUser)).status).toBe(200);
    const after = await start(NEW);
    expect((await at(after, browser).get(paths.currentUser)).status).toBe(401);
    expect((await browser.post(paths.refresh)).status).toBe(200);
    const later = at(after, browser);
    expect((await later.get(paths.currentUser)).status).toBe(200);
    expect((await later.post(paths.refresh)).status).toBe(200);
  });

  it('keeps the XSRF value of an open page', async () => {
    const { maker, email } = await makeAccount(before);
    const value = maker.cookies.get('XSRF-TOKEN');
    const rotated = await start(NEW, OLD);
    const browser = at(rotated, maker);
    expect((await browser.post(browserLinkPath(email))).status).toBe(200);
    expect(browser.cookies.get('XSRF-TOKEN')).toBe(value);
    await before.mailbox.next(email, /^Your link/);
  });

  it('ends no ticket and no sign-up code', async () => {
    const email = before.email();
    const client = before.client();
    const code = await receiveCode(before, client, email);
    const other = before.client();
    await verifyEmail(before, other, before.email());
    const rotated = await start(NEW, OLD);
    const browser = at(rotated, client);
    expect((await browser.get(verifyPath(email, '999999'))).status).toBe(400);
    expect((await browser.get(verifyPath(email, code))).status).toBe(200);
    expect((await browser.post(paths.createCompany, companyBody)).status).toBe(200);
    expect((await at(rotated, other).post(paths.createCompany, companyBody)).status).toBe(200);
  });

  it('ends no login code, of a browser that is known or not', async () => {
    const { maker, email } = await makeAccount(before);
    const stranger = before.client();
    const codes = [
      { asking: stranger, code: await receiveLoginCode(before, stranger, email) },
      { asking: maker, code: await receiveLoginCode(before, maker, email) },
    ];
    const rotated = await start(NEW, OLD);
    for (const { asking, code } of codes)
      expect((await logInByCode(at(rotated, asking), email, code)).status).toBe(200);
  });

  it('keeps browsers known, by the new key once they have logged in', async () => {
    const { maker, email } = await makeAccount(before);
    const rotated = await start(NEW, OLD);
    const browser = at(rotated, maker);
    expect((await logIn(browser, email)).status).toBe(200);
    const after = await start(NEW);
    expect((await logIn(at(after, browser), email)).status).toBe(200);
    const notices = before.mailbox.all.filter(
      ({ to, subject }) => to === email && /^A new login/.test(subject),
    );
    expect(notices).toEqual([]);
  });

  it('ends no mailed link', async () => {
    const { email } = await makeAccount(before);
    expect((await before.client().post(browserLinkPath(email))).status).toBe(200);
    const token = await receiveBrowserToken(before, email);
    const [after, rotated] = [await start(NEW), await start(NEW, OLD)];
    expect((await after.client().post(paths.knowBrowser, { token })).status).toBe(400);
    expect((await rotated.client().post(paths.knowBrowser, { token })).status).toBe(200);
  });
});
