import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { databaseState } from '../../support/database-state.ts';
import { makeAccount, signInByCode } from '../../support/log-in-steps.ts';
import { companyRow, userRow } from '../../support/rows.ts';
import {
  companyBody,
  completeBody,
  makeCompany,
  makeUser,
  userBody,
  verifyEmail,
} from '../../support/sign-up-steps.ts';
import { onEachDatabase } from '../../support/test-server.ts';

const NOBODY = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';
const NEW = 'something nobody has thought of';

/** What an attacker adds or changes to become more than they are. */
const escalations: [string, object][] = [
  ['a status', { status: 'owner' }],
  ['a privilege', { privilege: 'Owner' }],
  ['a privilege in lower case', { privilege: 'admin' }],
  ['a list of privileges', { privilege: ['Admin'] }],
  ["another's address", { email: 'victim@acme.example' }],
  ['two addresses', { email: ['a@acme.example', 'victim@acme.example'] }],
  ['ATS', { ATSEnabled: true }],
  ['ATS as the row calls it', { ats_enabled: true }],
  ['an owner', { owner_email: 'victim@acme.example' }],
  ['a plan', { planname: 'enterprise' }],
  ['an id of its own', { id: NOBODY }],
  ['a password hash', { password_hash: 'x' }],
];

onEachDatabase("another's id", (server) => {
  const refused = async (send: () => Promise<{ status: number }>, status: number) => {
    const without = ['audit', 'limits'];
    const before = await databaseState(server(), { without });
    expect((await send()).status).toBe(status);
    expect(await databaseState(server(), { without })).toEqual(before);
  };

  it('in either update is 404 and nothing is changed, in whatever letters it is written', async () => {
    const theirs = await makeUser(server(), server().client());
    const attacker = server().client();
    const mine = await makeUser(server(), attacker);
    await signInByCode(server(), attacker, mine.email);
    for (const uuid of [theirs.userId, theirs.userId.toUpperCase(), theirs.companyId, NOBODY]) {
      await refused(() => attacker.patch(paths.completeUser, completeBody(uuid, NEW)), 404);
      const change = { uuid, status: 'accepted', password: NEW };
      await refused(() => attacker.patch(paths.updatePassword, change), 404);
    }
    for (const uuid of [theirs.companyId, theirs.companyId.toUpperCase(), theirs.userId, NOBODY])
      await refused(
        () => attacker.patch(paths.updateCompany, { uuid, name: 'mine', about: '' }),
        404,
      );
  });

  it('of a company is 403 for a new user, and makes none', async () => {
    const companyId = await makeCompany(server(), server().client(), server().email());
    const attacker = server().client();
    const email = server().email();
    await makeCompany(server(), attacker, email);
    for (const id of [companyId, companyId.toUpperCase(), NOBODY])
      await refused(() => attacker.post(paths.createUser, userBody(id, email)), 403);
    const theirs = server().email();
    await refused(() => attacker.post(paths.createUser, userBody(companyId, theirs)), 403);
  });

  it('is no way round the ticket: without one 401, and no row', async () => {
    const { email, companyId } = await makeUser(server(), server().client());
    for (const ticket of [undefined, '', 'x'.repeat(43), "' or true --"]) {
      const client = server().client();
      if (ticket !== undefined) client.cookies.set('ticket', encodeURIComponent(ticket));
      await client.get(paths.xsrf);
      await refused(() => client.post(paths.createCompany, companyBody), 401);
      await refused(() => client.post(paths.createUser, userBody(companyId, email)), 401);
    }
  });

  it("with another's ticket makes that one's company, never mine, and their user is 403", async () => {
    const { email } = await makeUser(server(), server().client());
    const before = await companyRow(server(), email);
    const other = server().client();
    const theirs = server().email();
    await verifyEmail(server(), other, theirs);
    expect((await other.post(paths.createCompany, companyBody)).status).toBe(200);
    await refused(() => other.post(paths.createUser, userBody(before.id, email)), 403);
    expect(await companyRow(server(), email)).toEqual(before);
    expect((await companyRow(server(), theirs)).id).not.toBe(before.id);
  });

  it('is the same when the whole creation is replayed', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    for (let round = 0; round < 3; round += 1) {
      expect((await client.post(paths.createCompany, companyBody)).body.message).toBe(companyId);
      const user = await client.post(paths.createUser, userBody(companyId, email));
      expect(user.body.message).toBe(userId);
    }
    expect(await userRow(server(), email)).toMatchObject({ status: 'sent', privilege: 'Admin' });
  });
});

onEachDatabase('more than one is', (server) => {
  const insider = async () => {
    const { email, userId, companyId, maker } = await makeAccount(server());
    await signInByCode(server(), maker, email);
    return { email, client: maker, userId, companyId, status: 'accepted' };
  };
  /** The calls that need the ticket end with the sign-up. */
  const newcomer = async () => {
    const client = server().client();
    return { ...(await makeUser(server(), client)), client, status: 'sent' };
  };

  const calls: [
    string,
    'POST' | 'PATCH',
    string,
    (ids: Awaited<ReturnType<typeof insider>>) => object,
  ][] = [
    ['creating a company', 'POST', paths.createCompany, () => companyBody],
    [
      'creating a user',
      'POST',
      paths.createUser,
      ({ companyId, email }) => userBody(companyId, email),
    ],
    ['completing a user', 'PATCH', paths.completeUser, ({ userId }) => completeBody(userId)],
    [
      'setting a password',
      'PATCH',
      paths.updatePassword,
      ({ userId }) => ({ uuid: userId, status: 'accepted', password: NEW }),
    ],
    [
      'updating a company',
      'PATCH',
      paths.updateCompany,
      ({ companyId }) => ({ uuid: companyId, name: 'A', about: '' }),
    ],
    ['logging in', 'POST', paths.login, ({ email }) => ({ email, password: NEW })],
  ];

  describe.each(calls)('%s', (_, method, path, good) => {
    it.each(escalations)(
      'with %s is 400, or 403 for the address, and nothing is changed',
      async (_what, extra) => {
        const isCreation = path === paths.createCompany || path === paths.createUser;
        const somebody = await (isCreation ? newcomer() : insider());
        const before = await databaseState(server());
        const payload = { ...good(somebody), ...extra };
        const answer = await somebody.client.send(method, path, { payload });
        // An address is a field of these two calls; that it is another one is found out by the ticket,
        // and at login it is just another person.
        const isAddress = 'email' in extra && typeof extra.email === 'string';
        const expected =
          isAddress && path === paths.createUser
            ? 403
            : isAddress && path === paths.login
              ? 401
              : 400;
        expect(answer.status).toBe(expected);
        if (expected === 400) expect(await databaseState(server())).toEqual(before);
        expect(await userRow(server(), somebody.email)).toMatchObject({
          status: somebody.status,
          privilege: 'Admin',
          id: somebody.userId,
        });
        expect(await companyRow(server(), somebody.email)).toMatchObject({
          planname: 'free-trial',
          ats_enabled: false,
        });
      },
    );
  });

  it('to be sent again, once accepted, is 400: the status only goes forward', async () => {
    const { client, email, userId } = await insider();
    const body = { ...completeBody(userId), status: 'sent' };
    expect((await client.patch(paths.completeUser, body)).status).toBe(400);
    expect((await userRow(server(), email)).status).toBe('accepted');
  });
});
