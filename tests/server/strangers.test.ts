import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { companyRow, userRow } from '../support/rows.ts';
import {
  companyBody,
  completeBody,
  makeCompany,
  makeUser,
  userBody,
  verifyEmail,
} from '../support/sign-up-steps.ts';
import { onEachDatabase } from '../support/test-server.ts';

const FOREIGN_ID = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';

onEachDatabase('somebody without the right to it', (server) => {
  const calls = [
    ['creates a company', 'POST', paths.createCompany, companyBody],
    ['sends a logo', 'POST', paths.uploadLogo, { file: 'x' }],
    ['creates a user', 'POST', paths.createUser, userBody(FOREIGN_ID, 'a@x.example')],
    [
      'writes to sales',
      'POST',
      paths.tellSales,
      { companyName: 'a', userName: 'b', userEmail: 'a@x.example' },
    ],
  ] as const;

  it.each(calls)('%s without a ticket: 401', async (_, method, path, payload) => {
    const answer = await server().client().send(method, path, { payload });
    expect(answer.status).toBe(401);
    expect(answer.error?.code).toBe('ticket_missing');
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
    await sql`update sign_ups set expires_at = expires_at - interval '2 hours' where email = ${email}`.execute(
      server().db,
    );
    const answer = await client.post(paths.createCompany, companyBody);
    expect(answer.error?.code).toBe('ticket_missing');
  });

  it("updates another's company: 404, and nothing changes", async () => {
    const theirs = server().email();
    const companyId = await makeCompany(server(), server().client(), theirs);
    const body = { uuid: companyId, name: 'taken over', about: '' };
    const nobody = await server().client().patch(paths.updateCompany, body);
    expect([nobody.status, nobody.error?.code]).toEqual([401, 'unauthenticated']);
    const attacker = server().client();
    await makeUser(server(), attacker);
    const answer = await attacker.patch(paths.updateCompany, body);
    expect(answer.status).toBe(404);
    expect((await companyRow(server(), theirs)).display_name).toBeNull();
  });

  it("creates a user in another's company: 403", async () => {
    const companyId = await makeCompany(server(), server().client(), server().email());
    const attacker = server().client();
    const mine = server().email();
    await makeCompany(server(), attacker, mine);
    const answer = await attacker.post(paths.createUser, userBody(companyId, mine));
    expect(answer.status).toBe(403);
    expect(answer.error).toMatchObject({ code: 'forbidden', field: 'comapnyid' });
  });

  it("creates a user of another's address: 403", async () => {
    const attacker = server().client();
    const companyId = await makeCompany(server(), attacker, server().email());
    const answer = await attacker.post(paths.createUser, userBody(companyId, server().email()));
    expect(answer.status).toBe(403);
    expect(answer.error).toMatchObject({ code: 'forbidden', field: 'email' });
  });

  it("writes to sales in another's name: 403", async () => {
    const attacker = server().client();
    await makeCompany(server(), attacker, server().email());
    const body = { companyName: 'a', userName: 'b', userEmail: server().email() };
    expect((await attacker.post(paths.tellSales, body)).status).toBe(403);
  });

  it('writes to sales before there is a company: 403', async () => {
    const client = server().client();
    const email = server().email();
    await verifyEmail(server(), client, email);
    const body = { companyName: 'a', userName: 'b', userEmail: email };
    expect((await client.post(paths.tellSales, body)).status).toBe(403);
  });

  it('completes a user without a session: 401', async () => {
    const answer = await server().client().patch(paths.completeUser, completeBody(FOREIGN_ID));
    expect(answer.error?.code).toBe('unauthenticated');
  });

  it('completes another user: 404, and nothing changes', async () => {
    const { email, userId } = await makeUser(server(), server().client());
    const before = await userRow(server(), email);
    const attacker = server().client();
    await makeUser(server(), attacker);
    expect((await attacker.patch(paths.completeUser, completeBody(userId))).status).toBe(404);
    expect(await userRow(server(), email)).toEqual(before);
  });

  it('completes an account twice at once by a session alone: one of them is 403', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    client.cookies.delete('ticket');
    const passwords = ['the first of two passwords', 'the second of two passwords'];
    const answers = await Promise.all(
      passwords.map((password) => client.patch(paths.completeUser, completeBody(userId, password))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect(await verify((await userRow(server(), email)).password_hash, winner)).toBe(true);
  });

  it('is signed out everywhere else when the account is completed', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    const elsewhere = server().client();
    for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value);
    await client.post(paths.createUser, userBody(companyId, email));
    expect((await elsewhere.get(paths.currentUser)).status).toBe(200);
    await client.patch(paths.completeUser, completeBody(userId));
    expect((await client.get(paths.currentUser)).status).toBe(200);
    expect((await elsewhere.get(paths.currentUser)).status).toBe(401);
    expect((await elsewhere.post(paths.refresh)).status).toBe(401);
  });
});
