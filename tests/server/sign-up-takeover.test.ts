import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { completeUser } from '#server/accounts/complete-user.ts';
import { createUser } from '#server/accounts/create-user.ts';
import { NOBODYS_HASH } from '#server/accounts/password-hash.ts';
import { companyOf, createCompany } from '#server/companies/create-company.ts';
import { updateCompany } from '#server/companies/update-company.ts';
import { createKeys } from '#server/keys.ts';
import { findSession } from '#server/sessions/find-session.ts';
import { copyCookies } from '../support/copy-cookies.ts';
import { databaseState } from '../support/database-state.ts';
import { picture } from '../support/images.ts';
import { logIn, logInByCode, receiveLoginCode } from '../support/log-in-steps.ts';
import { filePart, form } from '../support/multipart-form.ts';
import { companyRow, userRow } from '../support/rows.ts';
import {
  ageSends,
  companyBody,
  completeBody,
  makeUserOf,
  PASSWORD,
  receiveCode,
  userBody,
  verifyEmail,
  verifyPath,
} from '../support/sign-up-steps.ts';
import type { TestClient } from '../support/test-client.ts';
import { onEachDatabase, SECRET_KEY } from '../support/test-server.ts';

const OWNERS = 'the password of the owner';
const THIEFS = 'the password of the thief';
const FOREIGN_ID = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';

const uploadLogo = async (client: TestClient, companyId: string) => {
  const parts = [{ name: 'companyid', content: companyId }, filePart(await picture('png', 10, 10))];
  return client.send('POST', paths.uploadLogo, form(parts));
};

/** Every call of a sign-up, as somebody makes it who holds a ticket of that address. */
const tryEverything = async (
  client: TestClient,
  { email, companyId, userId }: { email: string; companyId: string; userId: string },
) => {
  const told = { companyName: 'Thief', userName: 'Admin', userEmail: email };
  return [
    await client.post(paths.createCompany, { ...companyBody, name: 'Taken over' }),
    await uploadLogo(client, companyId),
    await client.post(paths.createUser, { ...userBody(companyId, email), password: THIEFS }),
    await client.post(paths.tellSales, told),
    await client.patch(paths.completeUser, completeBody(userId, THIEFS)),
    await client.patch(paths.updateCompany, { uuid: companyId, name: 'Taken over', about: '' }),
    await client.patch(paths.updatePassword, {
      uuid: userId,
      status: 'accepted',
      password: THIEFS,
    }),
  ].map(({ status }) => status);
};

const sessionKey = createKeys(SECRET_KEY).sessions;

onEachDatabase('an older ticket of an address', (server) => {
  /** A thief who has proved the address once, by a code that was read out, and the owner after that. */
  const proveTwice = async (
    email: string,
    thiefMakes?: (thief: TestClient) => Promise<unknown>,
  ) => {
    const [thief, owner] = [server().client(), server().client()];
    await verifyEmail(server(), thief, email);
    await ageSends(server(), email, 31);
    const code = await receiveCode(server(), owner, email);
    await thiefMakes?.(thief);
    expect((await owner.get(verifyPath(email, code))).status).toBe(200);
    return { thief, owner };
  };

  const finish = async (owner: TestClient, email: string) => {
    const company = await owner.post(paths.createCompany, companyBody);
    const companyId = company.body.message;
    const user = await owner.post(paths.createUser, userBody(companyId, email));
    expect([company.status, user.status]).toEqual([200, 200]);
    const userId = user.body.message;
    expect((await owner.patch(paths.completeUser, completeBody(userId, OWNERS))).status).toBe(200);
    return { email, companyId, userId };
  };

  it('opens nothing once the address was proved again', async () => {
    const email = server().email();
    const { thief, owner } = await proveTwice(email);
    const state = await databaseState(server(), { without: ['limits'] });
    const ids = { email, companyId: FOREIGN_ID, userId: FOREIGN_ID };
    expect(await tryEverything(thief, ids)).toEqual([401, 401, 401, 401, 401, 401, 401]);
    expect(await databaseState(server(), { without: ['limits'] })).toEqual(state);
    await finish(owner, email);
  });

  it('opens nothing while the owner is at it, nor when the account is finished, nor after Done', async () => {
    const email = server().email();
    const { thief, owner } = await proveTwice(email);
    const ids = await finish(owner, email);
    const user = await userRow(server(), email);
    const company = await companyRow(server(), email);
    const refused = [401, 401, 401, 401, 401, 401, 401];
    expect(await tryEverything(thief, ids)).toEqual(refused);
    const done = { uuid: ids.companyId, name: 'Bright', about: 'We move things.' };
    expect((await owner.patch(paths.updateCompany, done)).status).toBe(200);
    expect(await tryEverything(thief, ids)).toEqual(refused);
    expect(await userRow(server(), email)).toEqual(user);
    expect((await companyRow(server(), email)).name).toBe(company.name);
    expect((await logIn(server().client(), email, OWNERS)).status).toBe(200);
    expect((await logIn(server().client(), email, THIEFS)).status).toBe(401);
  });

  it('leaves nothing behind that opens the account: no session, no password', async () => {
    const email = server().email();
    let userId = '';
    const { thief, owner } = await proveTwice(email, async (client) => {
      const companyId = (await client.post(paths.createCompany, companyBody)).body.message;
      const body = { ...userBody(companyId, email), password: THIEFS };
      userId = (await client.post(paths.createUser, body)).body.message;
    });
    const second = server().client();
    expect((await logIn(second, email, THIEFS)).status).toBe(401);
    for (const session of [thief, second]) {
      expect((await session.get(paths.currentUser)).status).toBe(401);
      const completed = await session.patch(paths.completeUser, completeBody(userId, THIEFS));
      expect(completed.status).toBe(401);
    }
    await finish(owner, email);
    expect((await logIn(server().client(), email, OWNERS)).status).toBe(200);
  });

  it('leaves no login code behind that opens the account', async () => {
    const email = server().email();
    let early = '';
    const { owner } = await proveTwice(email, async (thief) => {
      const companyId = (await thief.post(paths.createCompany, companyBody)).body.message;
      await thief.post(paths.createUser, userBody(companyId, email));
      early = await receiveLoginCode(server(), thief, email);
    });
    expect((await logInByCode(server().client(), email, early)).status).toBe(400);
    await finish(owner, email);
    expect((await logInByCode(server().client(), email, early)).status).toBe(400);
  });

  it('does nothing by a call whose body comes after the proof of the owner', async () => {
    const email = server().email();
    const [thief, owner] = [server().client(), server().client()];
    await verifyEmail(server(), thief, email);
    await ageSends(server(), email, 31);
    const code = await receiveCode(server(), owner, email);
    const companyId = (await thief.post(paths.createCompany, companyBody)).body.message;
    const user = await thief.post(paths.createUser, userBody(companyId, email));
    const old = await findSession(server().db, sessionKey, thief.cookies.get('access'));
    expect((await owner.get(verifyPath(email, code))).status).toBe(200);
    if (!old) throw new Error('The session was never there.');
    const texts = { name: 'Taken over', about: '' };
    expect(await updateCompany(server().db, old, texts)).toBe(false);
    expect((await companyRow(server(), email)).display_name).toBeNull();
    const completion = { userId: user.body.message, email, sessionId: old.id, name: 'Thief' };
    const thiefs = { ...completion, passwordHash: NOBODYS_HASH };
    expect(await completeUser(server().db, thiefs)).toBeUndefined();
    expect((await userRow(server(), email)).status).toBe('sent');
    await finish(owner, email);
  });

  it('gets nothing by racing the proof of the owner, nor by logging out meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = server().email();
      const thief = server().client();
      await verifyEmail(server(), thief, email);
      await ageSends(server(), email, 31);
      const owner = server().client();
      const code = await receiveCode(server(), owner, email);
      const companyId = (await thief.post(paths.createCompany, companyBody)).body.message;
      const body = { ...userBody(companyId, email), password: THIEFS };
      const leaving = server().client();
      leaving.cookies.set('ticket', thief.cookies.get('ticket') ?? '');
      const [proof, , ...users] = await Promise.all([
        owner.get(verifyPath(email, code)),
        round % 2 === 0 ? undefined : leaving.post(paths.logout),
        ...Array.from({ length: 4 }, () => thief.post(paths.createUser, body)),
      ]);
      expect(proof.status).toBe(200);
      const made = users.find(({ status }) => status === 200)?.body.message ?? FOREIGN_ID;
      expect((await thief.get(paths.currentUser)).status).toBe(401);
      expect((await thief.patch(paths.completeUser, completeBody(made, THIEFS))).status).toBe(401);
      await finish(owner, email);
      expect((await logIn(server().client(), email, THIEFS)).status).toBe(401);
    }
  });
});

onEachDatabase('the ticket of a finished account', (server) => {
  const finished = async () => {
    const owner = server().client();
    const email = server().email();
    const made = await makeUserOf(server(), owner, email);
    const stolen = copyCookies(owner, server().client());
    expect((await owner.patch(paths.completeUser, completeBody(made.userId, OWNERS))).status).toBe(
      200,
    );
    return { owner, stolen, ...made };
  };

  it('has ended with the answer, and in every copy of it', async () => {
    const { owner, stolen, ...ids } = await finished();
    expect(owner.cookies.has('ticket')).toBe(false);
    for (const name of ['access', 'refresh']) stolen.cookies.delete(name);
    await stolen.get(paths.xsrf);
    expect(await tryEverything(stolen, ids)).toEqual([401, 401, 401, 401, 401, 401, 401]);
  });

  it('leaves no login code behind that was sent before the account was finished', async () => {
    const owner = server().client();
    const { email, userId } = await makeUserOf(server(), owner, server().email());
    const early = await receiveLoginCode(server(), server().client(), email);
    await owner.patch(paths.completeUser, completeBody(userId, OWNERS));
    expect((await logInByCode(server().client(), email, early)).status).toBe(400);
  });

  it('is not given for a code that was sent before the account was finished', async () => {
    const email = server().email();
    const owner = server().client();
    await verifyEmail(server(), owner, email);
    await ageSends(server(), email, 31);
    const spare = await receiveCode(server(), server().client(), email);
    const companyId = (await owner.post(paths.createCompany, companyBody)).body.message;
    const userId = (await owner.post(paths.createUser, userBody(companyId, email))).body.message;
    await owner.patch(paths.completeUser, completeBody(userId, OWNERS));
    const late = server().client();
    const answer = await late.get(verifyPath(email, spare));
    expect([answer.status, answer.error?.code]).toEqual([400, 'code_invalid']);
    expect(late.cookies.has('ticket')).toBe(false);
  });

  it('is not given for such a code after Done either, and the password stays', async () => {
    const email = server().email();
    const owner = server().client();
    await verifyEmail(server(), owner, email);
    await ageSends(server(), email, 31);
    const spare = await receiveCode(server(), server().client(), email);
    const companyId = (await owner.post(paths.createCompany, companyBody)).body.message;
    const userId = (await owner.post(paths.createUser, userBody(companyId, email))).body.message;
    await owner.patch(paths.completeUser, completeBody(userId, OWNERS));
    await owner.patch(paths.updateCompany, { uuid: companyId, name: 'a', about: '' });
    const late = server().client();
    expect((await late.get(verifyPath(email, spare))).status).toBe(400);
    expect(late.cookies.has('ticket')).toBe(false);
    expect((await logIn(server().client(), email, OWNERS)).status).toBe(200);
  });

  it('leaves neither company nor user to a step that is still on its way', async () => {
    const { email, companyId } = await finished();
    const before = await databaseState(server(), { without: ['limits'] });
    const company = {
      ...companyBody,
      departments: ['Sales' as const],
      planname: 'free-trial' as const,
    };
    const user = { email, companyId, name: 'Thief', privilege: 'Admin' };
    const thiefs = { ...user, passwordHash: NOBODYS_HASH };
    expect(await createCompany(server().db, email, company)).toBeUndefined();
    expect(await companyOf(server().db, email)).toBeUndefined();
    expect(await createUser(server().db, thiefs)).toBeUndefined();
    expect(await databaseState(server(), { without: ['limits'] })).toEqual(before);
  });

  it('is not answered once more when its time is over', async () => {
    const { owner, email, userId } = await finished();
    await server()
      .db.updateTable('sign_ups')
      .set({ expires_at: new Date() })
      .where('email', '=', email)
      .execute();
    expect((await owner.patch(paths.completeUser, completeBody(userId, OWNERS))).status).toBe(403);
  });

  it('opens no session any more, and the account is not changed by the session alone', async () => {
    const { owner, email, companyId, userId } = await finished();
    const before = await userRow(server(), email);
    const changed = await owner.patch(paths.completeUser, completeBody(userId, THIEFS));
    expect([changed.status, changed.error?.code]).toEqual([403, 'forbidden']);
    expect((await owner.post(paths.createUser, userBody(companyId, email))).status).toBe(401);
    const password = { uuid: userId, status: 'accepted', password: THIEFS };
    expect((await owner.patch(paths.updatePassword, password)).status).toBe(403);
    expect(await userRow(server(), email)).toEqual(before);
  });

  it('is answered once more where the answer was lost, and nothing changes', async () => {
    const { owner, email, userId } = await finished();
    const before = await databaseState(server(), { without: ['limits'] });
    const body = { ...completeBody(userId, OWNERS), name: 'Somebody else' };
    const again = await owner.patch(paths.completeUser, body);
    expect([again.status, again.body]).toEqual([200, { message: 'updated' }]);
    expect(await databaseState(server(), { without: ['limits'] })).toEqual(before);
    expect(server().mailbox.all.filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('is answered no more after Done, nor to another session of the same person', async () => {
    const { owner, email, companyId, userId } = await finished();
    const other = server().client();
    await logIn(other, email, OWNERS);
    expect((await other.patch(paths.completeUser, completeBody(userId, OWNERS))).status).toBe(403);
    await owner.patch(paths.updateCompany, { uuid: companyId, name: 'a', about: '' });
    expect((await owner.patch(paths.completeUser, completeBody(userId, OWNERS))).status).toBe(403);
  });
});

onEachDatabase('the present ticket of a sign-up', (server) => {
  it('opens a lost session again, and completes nothing by itself', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUserOf(server(), client, server().email());
    for (const name of ['access', 'refresh']) client.cookies.delete(name);
    await client.get(paths.xsrf);
    const alone = await client.patch(paths.completeUser, completeBody(userId, OWNERS));
    expect([alone.status, alone.error?.code]).toEqual([401, 'unauthenticated']);
    expect((await client.post(paths.createUser, userBody(companyId, email))).status).toBe(200);
    expect((await client.patch(paths.completeUser, completeBody(userId, OWNERS))).status).toBe(200);
    expect((await logIn(server().client(), email, OWNERS)).status).toBe(200);
  });

  it('is not worth anything to a login: its user can be reached by a code, which ends it', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUserOf(server(), client, server().email());
    const owner = server().client();
    await logInByCode(owner, email, await receiveLoginCode(server(), owner, email));
    const password = { uuid: userId, status: 'accepted', password: OWNERS };
    expect((await owner.patch(paths.updatePassword, password)).status).toBe(200);
    const body = { ...userBody(companyId, email), password: THIEFS };
    expect((await client.post(paths.createUser, body)).status).toBe(401);
    expect((await logIn(server().client(), email, PASSWORD)).status).toBe(401);
    expect((await logIn(server().client(), email, OWNERS)).status).toBe(200);
  });
});
