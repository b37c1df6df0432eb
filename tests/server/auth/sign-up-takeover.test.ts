import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { required } from '#contract/text.ts';
import { companyOf, createUser } from '#server/auth/accounts/accounts.ts';
import { DUMMY_HASH } from '#server/auth/accounts/passwords.ts';
import { findSession } from '#server/auth/sessions/find-session.ts';
import { completeUser } from '#server/auth/users/set-password.ts';
import { createCompany, updateCompany } from '#server/companies/companies.ts';
import { createKeys } from '#server/config/keys.ts';
import { noWebhooks } from '#server/webhooks/webhooks.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import { readCompanyRow, readUserRow } from '#tests/support/server/database/read-rows.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import { filePart, multipartForm } from '#tests/support/server/http/multipart-form.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { plainImage } from '#tests/support/server/images/images.ts';
import { logIn, logInByCode, receiveLoginCode } from '#tests/support/server/log-in-steps.ts';
import {
  companyBody,
  completeBody,
  makeUserWithEmail,
  PASSWORD,
  receiveCode,
  userBody,
  verifyEmail,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, SECRET_KEY } from '#tests/support/server/test-server.ts';

const OWNER_PASSWORD = 'the password of the owner';
const ATTACKER_PASSWORD = 'the password of the thief';
const FOREIGN_ID = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';

const uploadLogo = async (client: TestClient, companyId: string) => {
  const parts = [
    { name: 'companyid', content: companyId },
    filePart(await plainImage('png', 10, 10)),
  ];
  return client.send('POST', paths.uploadLogo, multipartForm(parts));
};

/** Every call of a sign-up, made with a ticket of that address. */
const tryEverything = async (
  client: TestClient,
  { email, companyId, userId }: { email: string; companyId: string; userId: string },
) => {
  const payload = { companyName: 'Thief', userName: 'Admin', userEmail: email };
  return [
    await client.post(paths.createCompany, { ...companyBody, name: 'Taken over' }),
    await uploadLogo(client, companyId),
    await client.post(paths.createUser, {
      ...userBody(companyId, email),
      password: ATTACKER_PASSWORD,
    }),
    await client.post(paths.notifySales, payload),
    await client.patch(paths.completeUser, completeBody(userId, ATTACKER_PASSWORD)),
    await client.patch(paths.updateCompany, { uuid: companyId, name: 'Taken over', about: '' }),
    await client.patch(paths.updatePassword, {
      uuid: userId,
      status: 'accepted',
      password: ATTACKER_PASSWORD,
    }),
  ].map(({ status }) => status);
};

const sessionKey = createKeys([SECRET_KEY]).sessions;

onEachDatabase('an older ticket of an address', (server) => {
  /** An attacker verifies the address once with a disclosed code, then the owner verifies it. */
  const verifyTwice = async (
    email: string,
    attackerMakes?: (attacker: TestClient) => Promise<unknown>,
  ) => {
    const [attacker, owner] = [server().client(), server().client()];
    await verifyEmail(server(), attacker, email);
    await passResendPause(server().db, email);
    const code = await receiveCode(server(), owner, email);
    await attackerMakes?.(attacker);
    expect((await owner.get(verifyPath(email, code))).status).toBe(200);
    return { attacker, owner };
  };

  const finish = async (owner: TestClient, email: string) => {
    const company = await owner.post(paths.createCompany, companyBody);
    const companyId = company.body.message;
    const user = await owner.post(paths.createUser, userBody(companyId, email));
    expect([company.status, user.status]).toEqual([200, 200]);
    const userId = user.body.message;
    expect(
      (await owner.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD))).status,
    ).toBe(200);
    return { email, companyId, userId };
  };

  it('is invalid after the address is verified again', async () => {
    const email = server().email();
    const { attacker, owner } = await verifyTwice(email);
    const state = await databaseState(server(), { without: ['limits'] });
    const ids = { email, companyId: FOREIGN_ID, userId: FOREIGN_ID };
    expect(await tryEverything(attacker, ids)).toEqual([401, 401, 401, 401, 401, 401, 401]);
    expect(await databaseState(server(), { without: ['limits'] })).toEqual(state);
    await finish(owner, email);
  });

  it("is invalid during the owner's sign-up, after the account is completed, and after Done", async () => {
    const email = server().email();
    const { attacker, owner } = await verifyTwice(email);
    const ids = await finish(owner, email);
    const user = await readUserRow(server(), email);
    const company = await readCompanyRow(server(), email);
    const refused = [401, 401, 401, 401, 401, 401, 401];
    expect(await tryEverything(attacker, ids)).toEqual(refused);
    const done = { uuid: ids.companyId, name: 'Bright', about: 'We move things.' };
    expect((await owner.patch(paths.updateCompany, done)).status).toBe(200);
    expect(await tryEverything(attacker, ids)).toEqual(refused);
    expect(await readUserRow(server(), email)).toEqual(user);
    expect((await readCompanyRow(server(), email)).name).toBe(company.name);
    expect((await logIn(server().client(), email, OWNER_PASSWORD)).status).toBe(200);
    expect((await logIn(server().client(), email, ATTACKER_PASSWORD)).status).toBe(401);
  });

  it('leaves no session or password that opens the account', async () => {
    const email = server().email();
    let userId = '';
    const { attacker, owner } = await verifyTwice(email, async (client) => {
      const companyId = (await client.post(paths.createCompany, companyBody)).body.message;
      const body = { ...userBody(companyId, email), password: ATTACKER_PASSWORD };
      userId = (await client.post(paths.createUser, body)).body.message;
    });
    const second = server().client();
    expect((await logIn(second, email, ATTACKER_PASSWORD)).status).toBe(401);
    for (const session of [attacker, second]) {
      expect((await session.get(paths.currentUser)).status).toBe(401);
      const completed = await session.patch(
        paths.completeUser,
        completeBody(userId, ATTACKER_PASSWORD),
      );
      expect(completed.status).toBe(401);
    }
    await finish(owner, email);
    expect((await logIn(server().client(), email, OWNER_PASSWORD)).status).toBe(200);
  });

  it('leaves no login code that opens the account', async () => {
    const email = server().email();
    let early = '';
    const { owner } = await verifyTwice(email, async (attacker) => {
      const companyId = (await attacker.post(paths.createCompany, companyBody)).body.message;
      await attacker.post(paths.createUser, userBody(companyId, email));
      early = await receiveLoginCode(server(), attacker, email);
    });
    expect((await logInByCode(server().client(), email, early)).status).toBe(400);
    await finish(owner, email);
    expect((await logInByCode(server().client(), email, early)).status).toBe(400);
  });

  it("has no effect when the body of its request arrives after the owner's verification", async () => {
    const email = server().email();
    const [attacker, owner] = [server().client(), server().client()];
    await verifyEmail(server(), attacker, email);
    await passResendPause(server().db, email);
    const code = await receiveCode(server(), owner, email);
    const companyId = (await attacker.post(paths.createCompany, companyBody)).body.message;
    const user = await attacker.post(paths.createUser, userBody(companyId, email));
    const old = await findSession(server().db, sessionKey, attacker.cookies.get('access'));
    expect((await owner.get(verifyPath(email, code))).status).toBe(200);
    if (!old) throw new Error('The session was never there.');
    const texts = { name: 'Taken over', about: '' };
    expect(await updateCompany({ db: server().db, webhooks: noWebhooks }, old, texts)).toBe(false);
    expect((await readCompanyRow(server(), email)).display_name).toBeNull();
    const { id: sessionId, generation } = old;
    const ids = { userId: user.body.message, email, sessionId, generation };
    const completion = { ...ids, name: 'Thief' };
    const byAttacker = { ...completion, passwordHash: DUMMY_HASH };
    expect(await completeUser(server().db, sessionKey, byAttacker)).toBeUndefined();
    expect((await readUserRow(server(), email)).status).toBe('sent');
    await finish(owner, email);
  });

  it("has no effect when it races the owner's verification, or through a logout meanwhile", async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = server().email();
      const attacker = server().client();
      await verifyEmail(server(), attacker, email);
      await passResendPause(server().db, email);
      const owner = server().client();
      const code = await receiveCode(server(), owner, email);
      const companyId = (await attacker.post(paths.createCompany, companyBody)).body.message;
      const body = { ...userBody(companyId, email), password: ATTACKER_PASSWORD };
      const leaving = server().client();
      leaving.cookies.set('ticket', attacker.cookies.get('ticket') ?? '');
      const [proof, , ...users] = await Promise.all([
        owner.get(verifyPath(email, code)),
        round % 2 === 0 ? undefined : leaving.post(paths.logout),
        ...Array.from({ length: 4 }, () => attacker.post(paths.createUser, body)),
      ]);
      expect(proof.status).toBe(200);
      const made = users.find(({ status }) => status === 200)?.body.message ?? FOREIGN_ID;
      expect((await attacker.get(paths.currentUser)).status).toBe(401);
      expect(
        (await attacker.patch(paths.completeUser, completeBody(made, ATTACKER_PASSWORD))).status,
      ).toBe(401);
      await finish(owner, email);
      expect((await logIn(server().client(), email, ATTACKER_PASSWORD)).status).toBe(401);
    }
  });
});

onEachDatabase('the ticket of a completed account', (server) => {
  const finished = async () => {
    const owner = server().client();
    const email = server().email();
    const made = await makeUserWithEmail(server(), owner, email);
    const stolen = copyCookies(owner, server().client());
    expect(
      (await owner.patch(paths.completeUser, completeBody(made.userId, OWNER_PASSWORD))).status,
    ).toBe(200);
    return { owner, stolen, ...made };
  };

  it('is invalid after the response, in every copy', async () => {
    const { owner, stolen, ...ids } = await finished();
    expect(owner.cookies.has('ticket')).toBe(false);
    for (const name of ['access', 'refresh']) stolen.cookies.delete(name);
    await stolen.get(paths.xsrf);
    expect(await tryEverything(stolen, ids)).toEqual([401, 401, 401, 401, 401, 401, 401]);
  });

  it('leaves no login code that was sent before the account was completed', async () => {
    const owner = server().client();
    const { email, userId } = await makeUserWithEmail(server(), owner, server().email());
    const early = await receiveLoginCode(server(), server().client(), email);
    await owner.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD));
    expect((await logInByCode(server().client(), email, early)).status).toBe(400);
  });

  it('is not issued for a code that was sent before the account was completed', async () => {
    const email = server().email();
    const owner = server().client();
    await verifyEmail(server(), owner, email);
    await passResendPause(server().db, email);
    const spare = await receiveCode(server(), server().client(), email);
    const companyId = (await owner.post(paths.createCompany, companyBody)).body.message;
    const userId = (await owner.post(paths.createUser, userBody(companyId, email))).body.message;
    await owner.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD));
    const late = server().client();
    const response = await late.get(verifyPath(email, spare));
    expect([response.status, response.error?.code]).toEqual([400, 'code_invalid']);
    expect(late.cookies.has('ticket')).toBe(false);
  });

  it('is not issued for such a code after Done either, and the password stays', async () => {
    const email = server().email();
    const owner = server().client();
    await verifyEmail(server(), owner, email);
    await passResendPause(server().db, email);
    const spare = await receiveCode(server(), server().client(), email);
    const companyId = (await owner.post(paths.createCompany, companyBody)).body.message;
    const userId = (await owner.post(paths.createUser, userBody(companyId, email))).body.message;
    await owner.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD));
    await owner.patch(paths.updateCompany, { uuid: companyId, name: 'a', about: '' });
    const late = server().client();
    expect((await late.get(verifyPath(email, spare))).status).toBe(400);
    expect(late.cookies.has('ticket')).toBe(false);
    expect((await logIn(server().client(), email, OWNER_PASSWORD)).status).toBe(200);
  });

  it('cannot create a company or user by a request that is still pending', async () => {
    const { email, companyId } = await finished();
    const before = await databaseState(server(), { without: ['limits'] });
    const user = { email, companyId, name: 'Thief', privilege: 'Admin' };
    const byAttacker = { ...user, passwordHash: DUMMY_HASH };
    expect(await createCompany(server().db, email, companyBody)).toBeUndefined();
    expect(await companyOf(server().db, email)).toBeUndefined();
    expect(await createUser(server().db, byAttacker)).toBeUndefined();
    expect(await databaseState(server(), { without: ['limits'] })).toEqual(before);
  });

  it('does not repeat the response after it has expired', async () => {
    const { owner, email, userId } = await finished();
    await server()
      .db.updateTable('sign_ups')
      .set({ expires_at: new Date() })
      .where('email', '=', email)
      .execute();
    expect(
      (await owner.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD))).status,
    ).toBe(403);
  });

  it('opens no session, and the account cannot be changed by the session alone', async () => {
    const { owner, email, companyId, userId } = await finished();
    const before = await readUserRow(server(), email);
    const changed = await owner.patch(paths.completeUser, completeBody(userId, ATTACKER_PASSWORD));
    expect([changed.status, changed.error?.code]).toEqual([403, 'forbidden']);
    expect((await owner.post(paths.createUser, userBody(companyId, email))).status).toBe(401);
    const password = { uuid: userId, status: 'accepted', password: ATTACKER_PASSWORD };
    expect((await owner.patch(paths.updatePassword, password)).status).toBe(403);
    expect(await readUserRow(server(), email)).toEqual(before);
  });

  it('repeats the response if that was lost, and only what its session may do changes', async () => {
    const { owner, stolen, email, userId } = await finished();
    const state = () => databaseState(server(), { without: ['limits', 'sessions'] });
    const openers = () =>
      server()
        .db.selectFrom('sessions')
        .where('user_id', '=', userId)
        .select('opened_by')
        .execute();
    const before = await state();
    expect(await openers()).toEqual([{ opened_by: 'sign-up' }]);
    const body = { ...completeBody(userId, OWNER_PASSWORD), name: 'Somebody else' };
    // With the tokens from before the response, which are replaced by those of the response.
    for (const name of ['access', 'refresh'])
      owner.cookies.set(name, required(stolen.cookies.get(name)));
    expect((await owner.get(paths.currentUser)).status).toBe(401);
    const again = await owner.patch(paths.completeUser, body);
    expect([again.status, again.body]).toEqual([200, { message: 'updated' }]);
    expect((await owner.get(paths.currentUser)).status).toBe(200);
    expect(await state()).toEqual(before);
    expect(await openers()).toEqual([{ opened_by: 'password' }]);
    expect(server().mailbox.all.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('does not repeat the response after Done, or for another session of the same user', async () => {
    const { owner, email, companyId, userId } = await finished();
    const other = server().client();
    await logIn(other, email, OWNER_PASSWORD);
    expect(
      (await other.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD))).status,
    ).toBe(403);
    await owner.patch(paths.updateCompany, { uuid: companyId, name: 'a', about: '' });
    expect(
      (await owner.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD))).status,
    ).toBe(403);
  });
});

onEachDatabase('the current ticket of a sign-up', (server) => {
  it('restores a lost session, and does not complete the account by itself', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUserWithEmail(
      server(),
      client,
      server().email(),
    );
    for (const name of ['access', 'refresh']) client.cookies.delete(name);
    await client.get(paths.xsrf);
    const alone = await client.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD));
    expect([alone.status, alone.error?.code]).toEqual([401, 'unauthenticated']);
    expect((await client.post(paths.createUser, userBody(companyId, email))).status).toBe(200);
    expect(
      (await client.patch(paths.completeUser, completeBody(userId, OWNER_PASSWORD))).status,
    ).toBe(200);
    expect((await logIn(server().client(), email, OWNER_PASSWORD)).status).toBe(200);
  });

  it('is worthless once the user logs in by a code', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUserWithEmail(
      server(),
      client,
      server().email(),
    );
    const owner = server().client();
    await logInByCode(owner, email, await receiveLoginCode(server(), owner, email));
    const password = { uuid: userId, status: 'accepted', password: OWNER_PASSWORD };
    expect((await owner.patch(paths.updatePassword, password)).status).toBe(200);
    const body = { ...userBody(companyId, email), password: ATTACKER_PASSWORD };
    expect((await client.post(paths.createUser, body)).status).toBe(401);
    expect((await logIn(server().client(), email, PASSWORD)).status).toBe(401);
    expect((await logIn(server().client(), email, OWNER_PASSWORD)).status).toBe(200);
  });
});
