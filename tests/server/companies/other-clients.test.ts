import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import { readCompanyRow, readUserRow } from '#tests/support/server/database/read-rows.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import { signInByCode } from '#tests/support/server/log-in-steps.ts';
import {
  companyBody,
  completeBody,
  makeCompany,
  makeUser,
  userBody,
  verifyEmail,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const FOREIGN_ID = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';

onEachDatabase('an unauthorized client', (server) => {
  const calls = [
    ['creates a company', 'POST', paths.createCompany, companyBody],
    ['sends a logo', 'POST', paths.uploadLogo, { file: 'x' }],
    ['creates a user', 'POST', paths.createUser, userBody(FOREIGN_ID, 'a@x.example')],
    [
      'notifies sales',
      'POST',
      paths.notifySales,
      { companyName: 'a', userName: 'b', userEmail: 'a@x.example' },
    ],
  ] as const;

  it.each(calls)('%s without a ticket: 401', async (_, method, path, payload) => {
    const response = await server().client().send(method, path, { payload });
    expect(response.status).toBe(401);
    expect(response.error?.code).toBe('ticket_missing');
  });

  it.each(calls)('%s with an invented ticket: 401', async (_, method, path, payload) => {
    const client = server().client();
    client.cookies.set('ticket', 'x'.repeat(43));
    expect((await client.send(method, path, { payload })).status).toBe(401);
  });

  it('creates a company with a ticket of more than two hours: 401', async () => {
    const client = server().client();
    const email = server().email();
    await verifyEmail(server(), client, email);
    await sql`update sign_ups set expires_at = expires_at - make_interval(secs => ${TICKET_LIFETIME_MS / 1000}) where email = ${email}`.execute(
      server().db,
    );
    const response = await client.post(paths.createCompany, companyBody);
    expect(response.error?.code).toBe('ticket_missing');
  });

  it("creates a company for another address than its ticket's: 403, and nothing changes", async () => {
    const client = server().client();
    const email = server().email();
    await verifyEmail(server(), client, email);
    const before = await databaseState(server());
    const body = { ...companyBody, email: server().email() };
    const response = await client.post(paths.createCompany, body);
    expect(response.status).toBe(403);
    expect(response.error).toMatchObject({ code: 'forbidden', field: 'email' });
    expect(await databaseState(server())).toEqual(before);
    // However it is written.
    const own = { ...companyBody, email: ` ${email.toUpperCase()} ` };
    expect((await client.post(paths.createCompany, own)).status).toBe(200);
    expect(await readCompanyRow(server(), email)).toMatchObject({ name: companyBody.name });
  });

  it.each([
    ['no address', 'acme.example'],
    ['a free mail address', 'asha@gmail.com'],
    ['an empty one', ''],
    ['a number', 1],
    ['null', null],
    ['one that is too long', `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(200)}.example`],
  ])('creates a company for %s: 400', async (_, text) => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const response = await client.post(paths.createCompany, { ...companyBody, email: text });
    expect(response.status).toBe(400);
    expect(response.error).toMatchObject({ code: 'request_invalid', field: 'email' });
  });

  it("updates another user's company: 404, and nothing changes", async () => {
    const theirs = server().email();
    const companyId = await makeCompany(server(), server().client(), theirs);
    const body = { uuid: companyId, name: 'taken over', about: '' };
    const anonymous = await server().client().patch(paths.updateCompany, body);
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, 'unauthenticated']);
    const attacker = server().client();
    await makeUser(server(), attacker);
    const response = await attacker.patch(paths.updateCompany, body);
    expect(response.status).toBe(404);
    expect((await readCompanyRow(server(), theirs)).display_name).toBeNull();
  });

  it("creates a user in another user's company: 403", async () => {
    const companyId = await makeCompany(server(), server().client(), server().email());
    const attacker = server().client();
    const mine = server().email();
    await makeCompany(server(), attacker, mine);
    const response = await attacker.post(paths.createUser, userBody(companyId, mine));
    expect(response.status).toBe(403);
    expect(response.error).toMatchObject({ code: 'forbidden', field: 'comapnyid' });
  });

  it('creates a user with another address: 403', async () => {
    const attacker = server().client();
    const companyId = await makeCompany(server(), attacker, server().email());
    const response = await attacker.post(paths.createUser, userBody(companyId, server().email()));
    expect(response.status).toBe(403);
    expect(response.error).toMatchObject({ code: 'forbidden', field: 'email' });
  });

  it('notifies sales with another address: 403', async () => {
    const attacker = server().client();
    await makeCompany(server(), attacker, server().email());
    const body = { companyName: 'a', userName: 'b', userEmail: server().email() };
    expect((await attacker.post(paths.notifySales, body)).status).toBe(403);
  });

  it('notifies sales before there is a company: 403', async () => {
    const client = server().client();
    const email = server().email();
    await verifyEmail(server(), client, email);
    const body = { companyName: 'a', userName: 'b', userEmail: email };
    expect((await client.post(paths.notifySales, body)).status).toBe(403);
  });

  it('completes a user without a session: 401', async () => {
    const response = await server().client().patch(paths.completeUser, completeBody(FOREIGN_ID));
    expect(response.error?.code).toBe('unauthenticated');
  });

  it('completes another user: 404, and nothing changes', async () => {
    const { email, userId } = await makeUser(server(), server().client());
    const before = await readUserRow(server(), email);
    const attacker = server().client();
    await makeUser(server(), attacker);
    expect((await attacker.patch(paths.completeUser, completeBody(userId))).status).toBe(404);
    expect(await readUserRow(server(), email)).toEqual(before);
  });

  it('completes an account twice concurrently with a session only: one of them is 403', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    client.cookies.delete('ticket');
    const passwords = ['the first of two passwords', 'the second of two passwords'];
    const responses = await Promise.all(
      passwords.map((password) => client.patch(paths.completeUser, completeBody(userId, password))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = passwords[responses.findIndex(({ status }) => status === 200)] ?? '';
    expect(await verify((await readUserRow(server(), email)).password_hash, winner)).toBe(true);
  });

  it('is signed out of other browsers when the account is completed', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    const copy = copyCookies(client, server().client());
    await client.post(paths.createUser, userBody(companyId, email));
    expect((await copy.get(paths.currentUser)).status).toBe(401);
    const elsewhere = server().client();
    await signInByCode(server(), elsewhere, email);
    expect((await elsewhere.get(paths.currentUser)).status).toBe(200);
    await client.patch(paths.completeUser, completeBody(userId));
    expect((await client.get(paths.currentUser)).status).toBe(200);
    expect((await elsewhere.get(paths.currentUser)).status).toBe(401);
    expect((await elsewhere.post(paths.refresh)).status).toBe(401);
  });
});
