import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { rotate, testConditions } from '#tests/support/each-condition.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import { readCompanyRow, readUserRow } from '#tests/support/server/database/read-rows.ts';
import { makeAccount, signInByCode } from '#tests/support/server/log-in-steps.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import {
  companyBody,
  completeBody,
  makeCompany,
  makeUser,
  userBody,
  verifyEmail,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const NOBODY = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';
const NEW = 'something nobody has thought of';

/** What an attacker adds or changes to gain privileges. */
const escalations: [string, object][] = [
  ['a status', { status: 'owner' }],
  ['a privilege', { privilege: 'Owner' }],
  ['a privilege in lower case', { privilege: 'admin' }],
  ['an array of privileges', { privilege: ['Admin'] }],
  ["another's address", { email: 'victim@acme.example' }],
  ['two addresses', { email: ['a@acme.example', 'victim@acme.example'] }],
  ['ATS', { ATSEnabled: true }],
  ['ATS as the row calls it', { ats_enabled: true }],
  ['an owner', { owner_email: 'victim@acme.example' }],
  ['a plan', { planname: 'enterprise' }],
  ['a chosen id', { id: NOBODY }],
  ['a password hash', { password_hash: 'x' }],
];

onEachDatabase("another user's id", (server) => {
  const refused = async (send: () => Promise<{ status: number }>, status: number) => {
    const without = ['audit', 'limits'];
    const before = await databaseState(server(), { without });
    expect((await send()).status).toBe(status);
    expect(await databaseState(server(), { without })).toEqual(before);
  };

  it('in either update is 404 and changes nothing, in any case of its letters', async () => {
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

  it('of a company is 403 for a new user, and creates none', async () => {
    const companyId = await makeCompany(server(), server().client(), server().email());
    const attacker = server().client();
    const email = server().email();
    await makeCompany(server(), attacker, email);
    for (const id of [companyId, companyId.toUpperCase(), NOBODY])
      await refused(() => attacker.post(paths.createUser, userBody(id, email)), 403);
    const theirs = server().email();
    await refused(() => attacker.post(paths.createUser, userBody(companyId, theirs)), 403);
  });

  it('does not replace the ticket: without one 401, and no row', async () => {
    const { email, companyId } = await makeUser(server(), server().client());
    for (const ticket of [undefined, '', 'x'.repeat(43), "' or true --"]) {
      const client = server().client();
      if (ticket !== undefined) client.cookies.set('ticket', encodeURIComponent(ticket));
      await client.get(paths.xsrf);
      await refused(() => client.post(paths.createCompany, companyBody), 401);
      await refused(() => client.post(paths.createUser, userBody(companyId, email)), 401);
    }
  });

  it("with another user's ticket creates a company for that user, and their user is 403", async () => {
    const { email } = await makeUser(server(), server().client());
    const before = await readCompanyRow(server(), email);
    const other = server().client();
    const theirs = server().email();
    await verifyEmail(server(), other, theirs);
    expect((await other.post(paths.createCompany, companyBody)).status).toBe(200);
    await refused(() => other.post(paths.createUser, userBody(before.id, email)), 403);
    expect(await readCompanyRow(server(), email)).toEqual(before);
    expect((await readCompanyRow(server(), theirs)).id).not.toBe(before.id);
  });

  it('is refused in the same way when the whole creation is replayed', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    for (let round = 0; round < 3; round += 1) {
      expect((await client.post(paths.createCompany, companyBody)).body.message).toBe(companyId);
      const user = await client.post(paths.createUser, userBody(companyId, email));
      expect(user.body.message).toBe(userId);
    }
    expect(await readUserRow(server(), email)).toMatchObject({
      status: 'sent',
      privilege: 'Admin',
    });
  });
});

onEmbeddedDatabase('privilege escalation', (server) => {
  const memberWithTicket = async () => {
    const { email, userId, companyId, maker } = await makeAccount(server());
    await signInByCode(server(), maker, email);
    return { email, client: maker, userId, companyId, status: 'accepted' };
  };
  /** The calls that need the ticket come last in the sign-up. */
  const newUser = async () => {
    const client = server().client();
    return { ...(await makeUser(server(), client)), client, status: 'sent' };
  };

  const calls: [
    string,
    'POST' | 'PATCH',
    string,
    (ids: Awaited<ReturnType<typeof memberWithTicket>>) => object,
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

  describe.each(calls.map((call, index) => [...call, index] as const))(
    '%s',
    (_, method, path, good, index) => {
      testConditions(
        rotate(escalations, index),
        ([what]) => `with ${what} is 400, or 403 for the address, and changes nothing`,
        async ([, extra]) => {
          const isCreation = path === paths.createCompany || path === paths.createUser;
          const somebody = await (isCreation ? newUser() : memberWithTicket());
          const before = await databaseState(server());
          const payload = { ...good(somebody), ...extra };
          const response = await somebody.client.send(method, path, { payload });
          // The address is a regular field of these calls: sign-up checks it against the ticket, and
          // login treats it as another user.
          const isAddress = 'email' in extra && typeof extra.email === 'string';
          const expected =
            isAddress && isCreation ? 403 : isAddress && path === paths.login ? 401 : 400;
          expect(response.status).toBe(expected);
          if (expected === 400) expect(await databaseState(server())).toEqual(before);
          expect(await readUserRow(server(), somebody.email)).toMatchObject({
            status: somebody.status,
            privilege: 'Admin',
            id: somebody.userId,
          });
          expect(await readCompanyRow(server(), somebody.email)).toMatchObject({
            planname: 'free-trial',
            ats_enabled: false,
          });
        },
      );
    },
  );

  it('by sending the status again once accepted is 400: the status only advances', async () => {
    const { client, email, userId } = await memberWithTicket();
    const body = { ...completeBody(userId), status: 'sent' };
    expect((await client.patch(paths.completeUser, body)).status).toBe(400);
    expect((await readUserRow(server(), email)).status).toBe('accepted');
  });
});
