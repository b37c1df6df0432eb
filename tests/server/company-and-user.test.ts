import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fillPath, paths } from '#contract/paths.ts';
import {
  companyBody,
  makeCompany,
  makeUser,
  PASSWORD,
  userBody,
  verifyEmail,
} from '../support/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '../support/test-server.ts';

const FOREIGN_ID = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';

const userRow = (server: TestServer, email: string) =>
  server.db.selectFrom('users').where('email', '=', email).selectAll().executeTakeFirstOrThrow();

const companyRow = (server: TestServer, email: string) =>
  server.db
    .selectFrom('companies')
    .where('owner_email', '=', email)
    .selectAll()
    .executeTakeFirstOrThrow();

const completeBody = (uuid: string, password = 'a quite different passphrase') => ({
  uuid,
  status: 'accepted',
  password,
  name: 'Asha Rao',
});

onEachDatabase('a company and its first user', (server) => {
  it('are made in the order of the wizard, and the user ends signed in and accepted', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    expect((await client.get(paths.currentUser)).body).toEqual({
      success: { uuid: userId, status: 'sent', name: 'Admin', email },
    });
    expect((await client.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
    const about = { uuid: companyId, name: 'Bright', about: 'We move things.\nOn time.' };
    expect((await client.patch(paths.updateCompany, about)).status).toBe(200);

    expect((await client.get(paths.currentUser)).body.success).toMatchObject({
      status: 'accepted',
      name: 'Asha Rao',
    });
    expect(await companyRow(server(), email)).toMatchObject({
      id: companyId,
      name: 'Bright Freight',
      website: 'https://brightfreight.example',
      location: 'Delhi, Pune',
      departments: ['Sales', 'Finance'],
      planname: 'free-trial',
      display_name: 'Bright',
      about: 'We move things.\nOn time.',
    });
  });

  it('keep a website that has its scheme', async () => {
    const client = server().client();
    const email = server().email();
    await makeCompany(server(), client, email);
    await client.post(paths.createCompany, { ...companyBody, website: 'http://old.example/a' });
    expect((await companyRow(server(), email)).website).toBe('http://old.example/a');
  });

  it('are made once however often it is repeated, with the fields corrected', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    const again = await client.post(paths.createCompany, {
      ...companyBody,
      name: 'Bright Freight Ltd',
    });
    expect(again.body.message).toBe(companyId);
    expect((await companyRow(server(), email)).name).toBe('Bright Freight Ltd');
    const user = await client.post(paths.createUser, userBody(companyId, email));
    expect(user.body.message).toBe(userId);
  });

  it('are one each when two browsers sign up with one address at once', async () => {
    const email = server().email();
    const first = server().client();
    await verifyEmail(server(), first, email);
    await sql`update code_sends set sent_at = sent_at - interval '31 s' where email = ${email}`.execute(
      server().db,
    );
    const second = server().client();
    await verifyEmail(server(), second, email);

    const browsers = [first, second, first, second];
    const companies = await Promise.all(
      browsers.map((browser) => browser.post(paths.createCompany, companyBody)),
    );
    const [companyId = ''] = new Set(companies.map(({ body }) => body.message));
    expect(new Set(companies.map(({ body }) => body.message)).size).toBe(1);
    const users = await Promise.all(
      browsers.map((browser) => browser.post(paths.createUser, userBody(companyId, email))),
    );
    expect(users.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(users.map(({ body }) => body.message)).size).toBe(1);
    const { rows } = await sql`select 1 from users where email = ${email}`.execute(server().db);
    expect(rows).toHaveLength(1);
  });

  it('leave an accepted account as it is when creation is repeated', async () => {
    const client = server().client();
    const { email, companyId, userId } = await makeUser(server(), client);
    await client.patch(paths.completeUser, completeBody(userId));
    const before = await userRow(server(), email);
    const body = { ...userBody(companyId, email), password: 'somebody else wants in' };
    expect((await client.post(paths.createUser, body)).body.message).toBe(userId);
    expect(await userRow(server(), email)).toEqual(before);
  });

  it('take the newest password until the account is accepted', async () => {
    const client = server().client();
    const { email, companyId } = await makeUser(server(), client);
    const body = { ...userBody(companyId, email), password: 'the second first password' };
    await client.post(paths.createUser, body);
    const { password_hash: hash } = await userRow(server(), email);
    expect(await verify(hash, 'the second first password')).toBe(true);
    expect(await verify(hash, PASSWORD)).toBe(false);
  });

  it('tell the sales mailbox once, and nobody else', async () => {
    const client = server().client();
    const { email } = await makeUser(server(), client);
    const body = { companyName: 'Bright & Sons', userName: 'Admin', userEmail: email };
    expect((await client.post(paths.tellSales, body)).status).toBe(200);
    expect((await client.post(paths.tellSales, body)).status).toBe(200);
    const mail = await server().mailbox.next('sales@sitara.example');
    expect(mail.text).toContain(email);
    expect(mail.html).toContain('Bright &amp; Sons');
    const { rows } = await sql`select 1 from outbox where kind = 'sales'
      and payload->>'userEmail' = ${email}`.execute(server().db);
    expect(rows).toHaveLength(1);
  });
});

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
    [
      'updates a company',
      'PATCH',
      paths.updateCompany,
      { uuid: FOREIGN_ID, name: 'a', about: 'b' },
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
    await sql`update tickets set expires_at = expires_at - interval '2 hours' where email = ${email}`.execute(
      server().db,
    );
    const answer = await client.post(paths.createCompany, companyBody);
    expect(answer.error?.code).toBe('ticket_missing');
  });

  it("updates another's company: 404, and nothing changes", async () => {
    const theirs = server().email();
    const companyId = await makeCompany(server(), server().client(), theirs);
    const attacker = server().client();
    await makeCompany(server(), attacker, server().email());
    const answer = await attacker.patch(paths.updateCompany, {
      uuid: companyId,
      name: 'taken over',
      about: '',
    });
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

  it('changes an accepted account by an old session alone: 403', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    await client.patch(paths.completeUser, completeBody(userId));
    client.cookies.delete('ticket');
    const before = await userRow(server(), email);
    const answer = await client.patch(paths.completeUser, completeBody(userId, 'taken over by me'));
    expect(answer.status).toBe(403);
    expect(await userRow(server(), email)).toEqual(before);
  });

  it("changes an accepted account by an old session and another's ticket: 403", async () => {
    const client = server().client();
    const { userId } = await makeUser(server(), client);
    await client.patch(paths.completeUser, completeBody(userId));
    const other = server().client();
    await verifyEmail(server(), other, server().email());
    client.cookies.set('ticket', other.cookies.get('ticket') ?? '');
    expect((await client.patch(paths.completeUser, completeBody(userId))).status).toBe(403);
  });

  it('may change an accepted account while the ticket of its address lives', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    await client.patch(paths.completeUser, completeBody(userId));
    const answer = await client.patch(
      paths.completeUser,
      completeBody(userId, 'on second thoughts'),
    );
    expect(answer.status).toBe(200);
    expect(await verify((await userRow(server(), email)).password_hash, 'on second thoughts')).toBe(
      true,
    );
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

onEachDatabase('a password', (server) => {
  it.each([
    ['short', 'seven77', 'at least 8'],
    ['long', 'x'.repeat(129), 'at most 128'],
    ['common', 'Password123', 'attackers'],
    ['common in any case', 'QWERTYUIOP', 'attackers'],
  ])('that is too %s is refused with a reason', async (_, password, reason) => {
    const client = server().client();
    const email = server().email();
    const companyId = await makeCompany(server(), client, email);
    const answer = await client.post(paths.createUser, { ...userBody(companyId, email), password });
    expect(answer.status).toBe(400);
    expect(answer.error).toMatchObject({ code: 'password_refused', field: 'password' });
    expect(answer.error?.message).toContain(reason);
  });

  it('that is the address is refused', async () => {
    const client = server().client();
    const { email, userId } = await makeUser(server(), client);
    const answer = await client.patch(
      paths.completeUser,
      completeBody(userId, email.toUpperCase()),
    );
    expect(answer.error?.code).toBe('password_refused');
    expect((await userRow(server(), email)).status).toBe('sent');
  });

  it.each(['eight ch', '💫'.repeat(128), 'with\u0000nul inside', ' spaces at the ends '])(
    'may hold any characters: %j',
    async (password) => {
      const client = server().client();
      const { email, userId } = await makeUser(server(), client);
      expect((await client.patch(paths.completeUser, completeBody(userId, password))).status).toBe(
        200,
      );
      const { password_hash: hash } = await userRow(server(), email);
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
      expect(await verify(hash, password)).toBe(true);
      expect(await verify(hash, password.slice(0, -1))).toBe(false);
    },
  );

  it('is never stored or logged in clear', async () => {
    const { email } = await makeUser(server(), server().client());
    expect(JSON.stringify(await userRow(server(), email))).not.toContain(PASSWORD);
    expect(server().logs.join('')).not.toContain(PASSWORD);
  });
});

onEachDatabase('a body', (server) => {
  describe('is refused with 400 and not repeated', () => {
    const secret = 'S3CRET-VALUE';
    it.each([
      ['an unknown key', JSON.stringify({ ...companyBody, [secret]: 1 })],
      ['a missing key', JSON.stringify({ ...companyBody, name: undefined })],
      ['a wrong type', JSON.stringify({ ...companyBody, name: { secret } })],
      ['a number for a text', JSON.stringify({ ...companyBody, name: 12 })],
      ['null', JSON.stringify({ ...companyBody, website: null })],
      ['only spaces', JSON.stringify({ ...companyBody, name: '   ' })],
      ['an unknown department', JSON.stringify({ ...companyBody, departments: [secret] })],
      [
        'a repeated department',
        JSON.stringify({ ...companyBody, departments: ['Sales', 'Sales'] }),
      ],
      ['no department', JSON.stringify({ ...companyBody, departments: [] })],
      ['another plan', JSON.stringify({ ...companyBody, planname: secret })],
      ['a script as website', JSON.stringify({ ...companyBody, website: `javascript:${secret}` })],
      ['a line break in the name', JSON.stringify({ ...companyBody, name: `a\r\nBcc: ${secret}` })],
      ['NUL in the name', JSON.stringify({ ...companyBody, name: `a\u0000${secret}` })],
      ['half a character', `{"name":"\\ud800${secret}"}`],
      ['a key twice', `{"name":"${secret}","name":"b"}`],
      ['a key twice, written differently', `{"name":"${secret}","n\\u0061me":"b"}`],
      ['__proto__', JSON.stringify(companyBody).replace('{', `{"__proto__":{"a":"${secret}"},`)],
      ['constructor', JSON.stringify(companyBody).replace('{', `{"constructor":{"prototype":{}},`)],
      ['no JSON', `{"name": ${secret}`],
      ['a list', `["${secret}"]`],
      ['a text', `"${secret}"`],
      ['nothing', ''],
      ['deep nesting', `${'['.repeat(8000)}${']'.repeat(8000)}`],
      ['deep nesting in an object', `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`],
    ])('%s', async (_, payload) => {
      const client = server().client();
      const email = server().email();
      await verifyEmail(server(), client, email);
      const answer = await client.send('POST', paths.createCompany, {
        payload,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
      expect(answer.error?.code).toBe('request_invalid');
      expect(answer.text).not.toContain(secret);
      expect(answer.text).not.toMatch(/yup|stack|node_modules/i);
    });
  });

  it('of bytes that are no UTF-8 is refused', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const payload = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    const headers = { 'content-type': 'application/json' };
    expect((await client.send('POST', paths.createCompany, { payload, headers })).status).toBe(400);
  });

  it('names the field that is wrong', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const answer = await client.post(paths.createCompany, { ...companyBody, website: 'no host' });
    expect(answer.error?.field).toBe('website');
  });

  it('of more than 16 KiB is 413', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const answer = await client.post(paths.createCompany, {
      ...companyBody,
      name: 'x'.repeat(17_000),
    });
    expect(answer.status).toBe(413);
    expect(answer.error?.code).toBe('too_large');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', undefined])(
    'of the wrong type is 415: %s',
    async (type) => {
      const client = server().client();
      await verifyEmail(server(), client, server().email());
      const answer = await client.send('POST', paths.createCompany, {
        payload: Buffer.from(JSON.stringify(companyBody)),
        headers: type === undefined ? {} : { 'content-type': type },
      });
      expect(answer.status).toBe(415);
      expect(answer.error?.code).toBe('media_type_unsupported');
    },
  );

  it('of a form is taken for logos only', async () => {
    const client = server().client();
    await verifyEmail(server(), client, server().email());
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await client.send('POST', paths.createCompany, { payload: '--x--', headers });
    expect(answer.status).toBe(415);
  });

  it('does not change what objects are', async () => {
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
    expect((await server().client().get(fillPath('/logos/:name', '__proto__'))).status).toBe(404);
  });
});
