import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { required } from '#contract/text.ts';
import { hashPassword } from '#server/auth/accounts/passwords.ts';
import { type ActiveSession, findSession } from '#server/auth/sessions/find-session.ts';
import { findPermittedOpener } from '#server/auth/sessions/request-guard.ts';
import { REFRESH_GRACE_MS, SESSION_LIFETIME_MS } from '#server/auth/sessions/tokens.ts';
import { completeUser } from '#server/auth/users/set-password.ts';
import { updateCompany } from '#server/companies/companies.ts';
import { createKeys } from '#server/config/keys.ts';
import { rates } from '#server/limits/rates.ts';
import { noWebhooks } from '#server/webhooks/webhooks.ts';
import { addPasskey, logInByPasskey } from '#tests/support/passkeys/passkey-steps.ts';
import { recordQueries } from '#tests/support/server/database/record-queries.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import {
  auditTrail,
  logIn,
  makeAccount,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { completeBody, makeUser, userBody } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, SECRET_KEY } from '#tests/support/server/test-server.ts';

const ACTIONS = [
  'setPassword',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'endSessions',
] as const;
const sessionKey = createKeys([SECRET_KEY]).sessions;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEW_PASSWORD = 'nobody has guessed this one';

const list = async (client: TestClient) => {
  const response = await client.get(paths.listSessions);
  expect(response.status).toBe(200);
  return required(response.body.sessions);
};

const isLive = async (client: TestClient) => (await client.get(paths.currentUser)).status === 200;

onEachDatabase('live sessions', (server) => {
  it('are listed with browser, network and times, this one first and marked', async () => {
    const { email, maker } = await makeAccount(server());
    const client = server().client();
    const headers = { 'user-agent': FIREFOX };
    await client.post(
      paths.login,
      { email, password: 'a quite different passphrase' },
      { headers },
    );
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const sessions = await list(client);
    expect(sessions).toMatchObject([
      { browser: 'Firefox on Linux', openedAt: time, renewedAt: time, isCurrent: true },
      { isCurrent: false },
    ]);
    expect(sessions[0]?.network).toMatch(/^[\d.]+$/);
    expect((await list(maker)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('of another user are neither listed nor ended', async () => {
    const [one, other] = [await makeAccount(server()), await makeAccount(server())];
    const [{ id } = { id: '' }] = await list(other.maker);
    expect((await list(one.maker)).map((session) => session.id)).not.toContain(id);
    const response = await one.maker.post(paths.endSession, { id });
    expect([response.status, response.error?.field]).toEqual([404, 'id']);
    expect(await isLive(other.maker)).toBe(true);
  });

  it('can be ended one by one; an ended one is gone at once, and cannot be renewed', async () => {
    const { email, userId, maker } = await makeAccount(server());
    const [ended, kept] = [server().client(), server().client()];
    await logIn(ended, email);
    await logIn(kept, email);
    const id = required((await list(ended))[0]).id;
    expect((await maker.post(paths.endSession, { id })).body).toEqual({ message: 'ended' });
    expect(await isLive(ended)).toBe(false);
    expect((await ended.post(paths.refresh)).status).toBe(401);
    expect(await isLive(kept)).toBe(true);
    expect(await list(maker)).toHaveLength(2);
    expect((await maker.post(paths.endSession, { id })).status).toBe(404);
    expect(await auditTrail(server(), { email, userId })).toContain('session revoked');
  });

  it('can be ended all but this one', async () => {
    const { email, maker } = await makeAccount(server());
    const others = [server().client(), server().client()];
    for (const other of others) await logIn(other, email);
    expect((await maker.post(paths.endOtherSessions)).body).toEqual({ message: 'ended' });
    for (const other of others) expect(await isLive(other)).toBe(false);
    expect(await list(maker)).toMatchObject([{ isCurrent: true }]);
    expect((await maker.post(paths.endOtherSessions)).status).toBe(200);
  });

  it('can be ended so often', async () => {
    const { maker, userId } = await makeAccount(server());
    const { count, periodMs, name } = rates.sessionChanges;
    await maker.post(paths.endOtherSessions);
    await sql`update limits set tat = now() + make_interval(secs => ${(periodMs / 1000) * ((count - 1) / count) + 5})
      where key = ${`${name} ${userId}`}`.execute(server().db);
    const response = await maker.post(paths.endOtherSessions);
    expect([response.status, response.error?.code]).toEqual([429, 'too_many_requests']);
  });

  it('end 90 days after their login, however often they are renewed', async () => {
    const { maker, userId } = await makeAccount(server());
    const age = (ms: number) =>
      sql`update sessions set opened_at = opened_at - make_interval(secs => ${ms / 1000}),
        renewed_at = renewed_at - interval '1 day' where user_id = ${userId}`.execute(server().db);
    await age(SESSION_LIFETIME_MS - 60 * 60_000);
    expect((await maker.post(paths.refresh)).status).toBe(200);
    const left = await sql<{ seconds: number }>`select
      extract(epoch from expires_at - now())::float8 as seconds
      from sessions where user_id = ${userId}`.execute(server().db);
    expect(left.rows[0]?.seconds).toBeLessThanOrEqual(60 * 60);
    await sql`update sessions set opened_at = opened_at - interval '1 hour'
      where user_id = ${userId}`.execute(server().db);
    expect(await isLive(maker)).toBe(false);
    expect((await maker.post(paths.refresh)).status).toBe(401);
  });
});

onEachDatabase('one browser has one live session', (server) => {
  const sessionsOf = async (userId: string) => {
    const rows = await server()
      .db.selectFrom('sessions')
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .select('id')
      .execute();
    return rows.length;
  };

  it('after a sign-up in the browser of another account', async () => {
    const other = await makeAccount(server());
    const copy = copyCookies(other.maker, server().client());
    const { userId } = await makeUser(server(), other.maker);
    expect(await isLive(copy)).toBe(false);
    expect([await sessionsOf(other.userId), await sessionsOf(userId)]).toEqual([0, 1]);
  });

  it('after creating the user again and again, with and without the cookies of the answer', async () => {
    const client = server().client();
    const { companyId, email, userId } = await makeUser(server(), client);
    await client.post(paths.createUser, userBody(companyId, email));
    const [access, refresh] = [client.cookies.get('access'), client.cookies.get('refresh')];
    for (const name of ['access', 'refresh', 'device']) client.cookies.delete(name);
    await client.get(paths.xsrf);
    expect((await client.post(paths.createUser, userBody(companyId, email))).status).toBe(200);
    expect(client.cookies.get('access')).not.toBe(access);
    expect(client.cookies.get('refresh')).not.toBe(refresh);
    expect(await sessionsOf(userId)).toBe(1);
  });

  it.each(['password', 'code', 'passkey'])(
    'after a login by %s, also if the answer of the login before was lost',
    async (way) => {
      const { email, userId, maker } = await makeAccount(server());
      const { passkey } = await addPasskey(maker);
      const enter = () => {
        if (way === 'password') return logIn(maker, email);
        return way === 'code'
          ? signInByCode(server(), maker, email)
          : logInByPasskey(maker, passkey);
      };
      for (const name of ['access', 'refresh']) maker.cookies.delete(name);
      await maker.get(paths.xsrf);
      expect((await enter()).status).toBe(200);
      expect(await sessionsOf(userId)).toBe(1);
    },
  );
});

onEachDatabase('copied cookies', (server) => {
  const setPassword = (client: TestClient, userId: string) =>
    client.patch(paths.updatePassword, {
      uuid: userId,
      status: 'accepted',
      password: NEW_PASSWORD,
    });

  it('from before a change of the password are worth nothing after it, and end nothing', async () => {
    const { email, userId } = await makeAccount(server());
    const owner = server().client();
    await signInByCode(server(), owner, email);
    const thief = copyCookies(owner, server().client());
    expect((await setPassword(owner, userId)).status).toBe(200);
    expect(await isLive(thief)).toBe(false);
    expect((await thief.post(paths.refresh)).status).toBe(401);
    expect((await setPassword(thief, userId)).status).toBe(401);
    // The device cookie alone would end the session, as in one browser.
    thief.cookies.delete('device');
    await logIn(copyCookies(thief, server().client()), (await makeAccount(server())).email);
    let [status, count] = [401, 0];
    for (; status === 401 && count < 2 * rates.renewals.count; count += 1)
      ({ status } = await thief.post(paths.refresh));
    expect([status, count >= rates.renewals.count]).toEqual([429, true]);
    expect((await copyCookies(thief, server().client()).post(paths.logout)).status).toBe(200);
    expect(await isLive(owner)).toBe(true);
    expect((await owner.post(paths.refresh)).status).toBe(200);
    expect(await isLive(owner)).toBe(true);
  });

  it('of requests that arrive together are read by one statement, each by its own token', async () => {
    const [{ maker: one, email }, { maker: other, email: otherEmail }, { maker: gone }] = [
      await makeAccount(server()),
      await makeAccount(server()),
      await makeAccount(server()),
    ];
    const [first, second, ended] = [one, other, gone].map(({ cookies }) => cookies.get('access'));
    expect((await gone.post(paths.logout)).status).toBe(200);
    const { queries, observe } = recordQueries();
    const db = observe(server().db);
    const tokens = [second, ended, first, 'no token', second];
    const found = await Promise.all(tokens.map((token) => findSession(db, sessionKey, token)));
    expect(found.map((session) => session?.user.email)).toEqual([
      otherEmail,
      undefined,
      email,
      undefined,
      otherEmail,
    ]);
    expect([...queries.values()].map(({ parameters: [ids] }) => ids)).toEqual([
      [second, ended, first, second].map((token) => token?.split('.')[0]),
    ]);
    // What was committed before a request has its effect on it.
    expect((await one.post(paths.logout)).status).toBe(200);
    expect(await findSession(db, sessionKey, first)).toBeUndefined();
  });

  it('have no effect if the body of their request arrives after the new password', async () => {
    const { db } = server();
    const { email, userId } = await makeAccount(server());
    const owner = server().client();
    await signInByCode(server(), owner, email);
    const present = async () =>
      required(await findSession(db, sessionKey, owner.cookies.get('access')));
    const ownerBy = ({ id: sessionId, generation }: ActiveSession) => ({
      userId,
      sessionId,
      generation,
    });
    const old = await present();
    expect(await findPermittedOpener(db, ownerBy(old), 'setPassword')).toBe('code');
    expect((await setPassword(owner, userId)).status).toBe(200);
    for (const action of ACTIONS) {
      expect(await findPermittedOpener(db, ownerBy(old), action), action).toBeUndefined();
      expect(await findPermittedOpener(db, ownerBy(await present()), action), action).toBe('code');
    }
    expect(
      await updateCompany({ db, webhooks: noWebhooks }, old, { name: 'Taken over', about: '' }),
    ).toBe(false);
  });

  it('have no effect if the body of their request arrives after the completion of a sign-up', async () => {
    const { db } = server();
    const owner = server().client();
    const { email, userId } = await makeUser(server(), owner);
    const old = required(await findSession(db, sessionKey, owner.cookies.get('access')));
    expect((await owner.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
    await db.updateTable('users').set({ status: 'sent' }).where('id', '=', userId).execute();
    const { id: sessionId, generation } = old;
    const completion = { userId, email, sessionId, generation, name: 'Thief', passwordHash: '' };
    expect(await completeUser(db, sessionKey, completion)).toBeUndefined();
  });

  it('from before the password of a sign-up are worth nothing after it', async () => {
    const owner = server().client();
    const { userId, companyId } = await makeUser(server(), owner);
    const thief = copyCookies(owner, server().client());
    expect((await owner.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
    expect(await isLive(thief)).toBe(false);
    expect((await thief.post(paths.refresh)).status).toBe(401);
    const guess = completeBody(userId, NEW_PASSWORD);
    for (let count = 0; count < rates.passwordTries.count; count += 1)
      expect((await thief.patch(paths.completeUser, guess)).status).toBe(403);
    expect((await thief.patch(paths.completeUser, guess)).status).toBe(429);
    expect((await thief.post(paths.passkeyRegistrationOptions)).status).toBe(401);
    const profile = { uuid: companyId, name: 'Acme', about: '' };
    expect((await owner.patch(paths.updateCompany, profile)).status).toBe(200);
  });

  it('that repeat the end of a sign-up with its password may do what a login by password may', async () => {
    const owner = server().client();
    const { userId } = await makeUser(server(), owner);
    const thief = copyCookies(owner, server().client());
    expect((await owner.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
    expect((await owner.post(paths.passkeyRegistrationOptions)).status).toBe(200);
    expect((await thief.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
    expect((await thief.post(paths.passkeyRegistrationOptions)).status).toBe(403);
  });

  it('of a renewed session work within ten seconds with the same device cookie only', async () => {
    const { userId, email, maker } = await makeAccount(server());
    const tab = copyCookies(maker, server().client());
    const thief = copyCookies(maker, server().client());
    const foreign = await makeAccount(server());
    thief.cookies.set('device', foreign.maker.cookies.get('device') ?? '');
    expect((await maker.post(paths.refresh)).status).toBe(200);
    expect((await tab.post(paths.refresh)).status).toBe(200);
    expect((await thief.post(paths.refresh)).status).toBe(401);
    expect(await isLive(maker)).toBe(false);
    const [replay] = await server()
      .db.selectFrom('audit')
      .where('user_id', '=', userId)
      .where('outcome', '=', 'replayed')
      .select('network')
      .execute();
    expect(replay?.network).toMatch(/^[\d.]+$/);
    expect(await auditTrail(server(), { email, userId })).toContain('session replayed');
  });

  it('without a device cookie are a replay as well', async () => {
    const { maker } = await makeAccount(server());
    const thief = copyCookies(maker, server().client());
    thief.cookies.delete('device');
    await maker.post(paths.refresh);
    expect((await thief.post(paths.refresh)).status).toBe(401);
    expect(await isLive(maker)).toBe(false);
  });

  it('of a session of the version before, which knows no device, work in the grace period', async () => {
    const { userId, maker } = await makeAccount(server());
    await sql`update sessions set device = null, network = null, browser = null
      where user_id = ${userId}`.execute(server().db);
    expect(await list(maker)).toEqual([
      {
        id: expect.any(String),
        openedAt: expect.any(String),
        renewedAt: expect.any(String),
        isCurrent: true,
      },
    ]);
    const tab = copyCookies(maker, server().client());
    expect((await maker.post(paths.refresh)).status).toBe(200);
    expect((await tab.post(paths.refresh)).status).toBe(200);
    const adopted = await sql`select 1 from sessions where user_id = ${userId}
      and device is not null and network is not null`.execute(server().db);
    expect(adopted.rows).toHaveLength(1);
  });

  it('that are renewed in another network leave an audit row with it', async () => {
    const { email, userId, maker } = await makeAccount(server());
    expect((await maker.post(paths.refresh)).status).toBe(200);
    expect(await auditTrail(server(), { email, userId })).not.toContain('session moved');
    await sql`update sessions set renewed_at = renewed_at
      - make_interval(secs => ${REFRESH_GRACE_MS / 1000}) where user_id = ${userId}`.execute(
      server().db,
    );
    const thief = copyCookies(maker, server().client());
    expect((await thief.post(paths.refresh)).status).toBe(200);
    const [row] = await server()
      .db.selectFrom('audit')
      .where('user_id', '=', userId)
      .where('outcome', '=', 'moved')
      .select('network')
      .execute();
    expect(row?.network).toBe((await list(thief))[0]?.network);
  });
});

onEachDatabase('the owner hears of a login', (server) => {
  const NOTICE = /^A new login/;
  const notices = (email: string) =>
    server().mailbox.all.filter(({ to, subject }) => to === email && NOTICE.test(subject)).length;

  it.each(['password', 'code', 'passkey'])(
    'by %s in a browser that the account does not know, once',
    async (way) => {
      const { email, maker } = await makeAccount(server());
      const { passkey } = await addPasskey(maker);
      const client = server().client();
      const headers = { 'user-agent': FIREFOX };
      if (way === 'password')
        await client.post(
          paths.login,
          { email, password: 'a quite different passphrase' },
          { headers },
        );
      if (way === 'code') await signInByCode(server(), client, email);
      if (way === 'passkey') await logInByPasskey(client, passkey);
      const mail = await server().mailbox.next(email, NOTICE);
      if (way === 'password') expect(mail.text).toContain('Browser: Firefox on Linux');
      expect(mail.text).toMatch(
        /Time: \d{1,2} \w+ \d{4}, \d\d:\d\d UTC\nBrowser: .+\nNetwork: [\d.]+/,
      );
      for (const part of [mail.text, mail.html]) expect(part).not.toMatch(/https?:|href/);
      await logIn(client, email);
      await client.post(paths.logout);
      await logIn(client, email);
      // The next mail of the queue comes after any notice.
      await signInByCode(server(), client, email);
      expect(notices(email)).toBe(1);
    },
  );

  it('but not in the browser of the sign-up, nor of a login that fails', async () => {
    const { email, maker } = await makeAccount(server());
    await logIn(server().client(), email, 'not the password');
    await maker.post(paths.logout);
    await logIn(maker, email);
    await signInByCode(server(), maker, email);
    expect(notices(email)).toBe(0);
  });

  it('once a day from a network and browser that keep no cookies', async () => {
    const { email } = await makeAccount(server());
    const thief = server().client();
    for (let tries = 0; tries < 3; tries += 1) {
      thief.cookies.clear();
      expect((await logIn(thief, email)).status).toBe(200);
    }
    await signInByCode(server(), thief, email);
    expect(notices(email)).toBe(1);
  });

  it.each(['password', 'code'])('by %s there again after a new password', async (way) => {
    const { email } = await makeAccount(server());
    const thief = server().client();
    expect((await logIn(thief, email)).status).toBe(200);
    await expect.poll(() => notices(email)).toBe(1);
    await server()
      .db.updateTable('users')
      .set({ password_hash: await hashPassword(NEW_PASSWORD) })
      .where('email', '=', email)
      .execute();
    thief.cookies.clear();
    if (way === 'password') await logIn(thief, email, NEW_PASSWORD);
    else await signInByCode(server(), thief, email);
    await expect.poll(() => notices(email)).toBe(2);
  });
});
