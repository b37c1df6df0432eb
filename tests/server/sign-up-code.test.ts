import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fillPath, paths } from '#contract/paths.ts';
import { receiveCode } from '../support/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '../support/test-server.ts';

const sendPath = (email: string) => fillPath(paths.sendSignUpCode, email);
const verifyPath = (email: string, code: string) => fillPath(paths.verifySignUpCode, email, code);

const anotherCode = (code: string, step = 1) =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

const ageSends = ({ db }: TestServer, email: string, seconds: number) =>
  sql`update code_sends set sent_at = sent_at - make_interval(secs => ${seconds}) where email = ${email}`.execute(
    db,
  );

const seconds = (value: unknown) => Number(value);

onEachDatabase('a sign-up code', (server) => {
  it('arrives by mail, at the beginning of the text, and opens a ticket for two hours', async () => {
    const client = server().client();
    const email = server().email();
    const sent = await client.post(sendPath(email));
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({ message: 'sent', retryAfter: 30 });

    const mail = await server().mailbox.next(email);
    expect(mail.subject).toBe('Your Sitara code');
    expect(mail.text).toMatch(/^\d{6} is your Sitara code/);
    expect(mail.text + mail.html).not.toMatch(/https?:|href/);

    const verified = await client.get(verifyPath(email, mail.text.slice(0, 6)));
    expect(verified.status).toBe(200);
    expect(verified.body).toEqual({ message: 'verified', ticketSeconds: 7200 });
    const ticket = [verified.headers['set-cookie']]
      .flat()
      .find((line) => /^ticket=/.test(`${line}`));
    expect(ticket).toMatch(/HttpOnly/);
    expect(ticket).toMatch(/SameSite=Lax/);
    expect(ticket).toMatch(/Path=\//);
  });

  it('is the same address in any case and with spaces around it', async () => {
    const client = server().client();
    const email = server().email();
    expect((await client.post(sendPath(` ${email.toUpperCase()} `))).status).toBe(200);
    const code = await server().mailbox.nextCode(email);
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
  });

  it('holds once', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
    const again = await client.get(verifyPath(email, code));
    expect(again.status).toBe(400);
    expect(again.error?.code).toBe('code_invalid');
  });

  it('holds once, when it is verified many times at once', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server().client().get(verifyPath(email, code))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is kept nowhere in clear, not even while its mail waits', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    for (const table of ['codes', 'outbox', 'audit', 'code_sends']) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t
        where t::text like ${`%${email}%`}`.execute(server().db);
      expect(rows.length).toBeGreaterThan(0);
      for (const { row } of rows) expect(row.replaceAll(/[0-9a-f]{12,}/g, '')).not.toContain(code);
    }
    expect(server().logs.join('')).not.toContain(code);
  });

  it('no longer holds after ten minutes', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    await sql`update codes set expires_at = now() - interval '1 second' where email = ${email}`.execute(
      server().db,
    );
    expect((await client.get(verifyPath(email, code))).error?.code).toBe('code_invalid');
  });

  it('lives ten minutes', async () => {
    const email = server().email();
    await receiveCode(server(), server().client(), email);
    const { rows } = await sql<{ lifetime: number }>`select
      extract(epoch from expires_at - now())::float8 as lifetime from codes
      where email = ${email}`.execute(server().db);
    expect(rows[0]?.lifetime).toBeGreaterThan(590);
    expect(rows[0]?.lifetime).toBeLessThanOrEqual(600);
  });

  it('is replaced by the next one', async () => {
    const client = server().client();
    const email = server().email();
    const first = await receiveCode(server(), client, email);
    await ageSends(server(), email, 31);
    const second = await receiveCode(server(), client, email);
    if (first !== second)
      expect((await client.get(verifyPath(email, first))).error?.code).toBe('code_invalid');
    expect((await client.get(verifyPath(email, second))).status).toBe(200);
  });

  it('of another address does not hold', async () => {
    const client = server().client();
    const [mine, theirs] = [server().email(), server().email()];
    const code = await receiveCode(server(), client, mine);
    const other = await receiveCode(server(), server().client(), theirs);
    if (code !== other) expect((await client.get(verifyPath(theirs, code))).status).toBe(400);
    expect((await client.get(verifyPath(theirs, other))).status).toBe(200);
  });

  it('can be tried five times, then even the right one is refused', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    for (let step = 1; step <= 5; step += 1)
      expect((await client.get(verifyPath(email, anotherCode(code, step)))).status).toBe(400);
    expect((await client.get(verifyPath(email, code))).error?.code).toBe('code_invalid');
  });

  it('holds on the fifth try', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    for (let step = 1; step <= 4; step += 1)
      await client.get(verifyPath(email, anotherCode(code, step)));
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
  });

  it('takes five of a thousand guesses at once, and is dead afterwards', async () => {
    const email = server().email();
    const code = await receiveCode(server(), server().client(), email);
    const attacker = server().client();
    const guesses = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        attacker.get(verifyPath(email, anotherCode(code, index + 1))),
      ),
    );
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([400]));
    const row = await server()
      .db.selectFrom('codes')
      .where('email', '=', email)
      .select('attempts')
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(5);
    expect((await attacker.get(verifyPath(email, code))).status).toBe(400);
  });

  it.each(['12345', '1234567', 'abcdef', '１２３４５６', '12345%0A', '%00', '../../x'])(
    'is not tried when it is no code: %s',
    async (text) => {
      const client = server().client();
      const email = server().email();
      await receiveCode(server(), client, email);
      const answer = await client.get(verifyPath(email, text));
      expect(answer.status).toBe(400);
      expect(answer.error?.code).toBe('code_invalid');
      const row = await server()
        .db.selectFrom('codes')
        .where('email', '=', email)
        .select('attempts')
        .executeTakeFirstOrThrow();
      expect(row.attempts).toBe(0);
    },
  );

  describe('is not used up', () => {
    it.each([
      ['by HEAD', 'HEAD', {}, 405],
      ['by another site', 'GET', { 'sec-fetch-site': 'cross-site' }, 403],
      ['from a foreign origin', 'GET', { origin: 'https://evil.example' }, 403],
      ['from no origin at all', 'GET', { origin: 'null' }, 403],
      ['by a prefetch', 'GET', { 'sec-purpose': 'prefetch' }, 403],
      ['by a prerender', 'GET', { 'sec-purpose': 'prefetch;prerender' }, 403],
      ['by an older prefetch', 'GET', { purpose: 'prefetch' }, 403],
      ["by Firefox's prefetch", 'GET', { 'x-moz': 'prefetch' }, 403],
    ] as const)('%s', async (_, method, headers, status) => {
      const client = server().client();
      const email = server().email();
      const code = await receiveCode(server(), client, email);
      const answer = await client.send(method, verifyPath(email, code), { headers });
      expect(answer.status).toBe(status);
      expect(client.cookies.has('ticket')).toBe(false);
      expect((await client.get(verifyPath(email, code))).status).toBe(200);
    });
  });
});

onEachDatabase('the limits on codes', (server) => {
  it('keep the next code away for 30 seconds, and say for how long', async () => {
    const client = server().client();
    const email = server().email();
    await receiveCode(server(), client, email);
    await ageSends(server(), email, 10);
    const early = await client.post(sendPath(email));
    expect(early.status).toBe(429);
    expect(early.error?.code).toBe('too_many_requests');
    expect(seconds(early.headers['retry-after'])).toBeGreaterThan(15);
    expect(seconds(early.headers['retry-after'])).toBeLessThanOrEqual(20);
    await ageSends(server(), email, 20);
    expect((await client.post(sendPath(email))).status).toBe(200);
  });

  it('let one of many requests at once through', async () => {
    const email = server().email();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server().client().post(sendPath(email))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, headers } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(429);
      expect(seconds(headers['retry-after'])).toBeGreaterThan(0);
      expect(seconds(headers['retry-after'])).toBeLessThanOrEqual(30);
    }
  });

  it('send five an hour to one address, from wherever they are asked for', async () => {
    const email = server().email();
    for (let sent = 0; sent < 5; sent += 1) {
      await receiveCode(server(), server().client(), email);
      await ageSends(server(), email, 60);
    }
    const refused = await server().client().post(sendPath(email));
    expect(refused.status).toBe(429);
    // The oldest of the five was sent five minutes ago.
    expect(seconds(refused.headers['retry-after'])).toBeGreaterThan(3600 - 300 - 30);
    expect(seconds(refused.headers['retry-after'])).toBeLessThanOrEqual(3600 - 300);
    await ageSends(server(), email, 3600 - 300);
    expect((await server().client().post(sendPath(email))).status).toBe(200);
  });

  it('send ten a day to one address', async () => {
    const email = server().email();
    for (let sent = 0; sent < 10; sent += 1) {
      await receiveCode(server(), server().client(), email);
      await ageSends(server(), email, 3600);
    }
    const refused = await server().client().post(sendPath(email));
    expect(refused.status).toBe(429);
    expect(seconds(refused.headers['retry-after'])).toBeGreaterThan(14 * 3600 - 60);
    expect(seconds(refused.headers['retry-after'])).toBeLessThanOrEqual(14 * 3600);
  });

  it('send thirty an hour to one network, a /64 being one', async () => {
    const ask = (ip: string) => server().client(ip).post(sendPath(server().email()));
    for (let sent = 0; sent < 30; sent += 1)
      expect((await ask(`2001:db8:7:9::${sent + 1}`)).status).toBe(200);
    const refused = await ask('2001:db8:7:9:ffff::1');
    expect(refused.status).toBe(429);
    expect(seconds(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await ask('2001:db8:7:a::1')).status).toBe(200);
  });

  it('count requests at once from one network together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        server().client('203.0.113.9').post(sendPath(server().email())),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(
      (await server().client('::ffff:203.0.113.9').post(sendPath(server().email()))).status,
    ).toBe(429);
  });

  it('ignore what a client claims to be its address, when no proxy is trusted', async () => {
    for (let sent = 0; sent < 30; sent += 1)
      await server().client('203.0.113.77').post(sendPath(server().email()));
    const refused = await server()
      .client('203.0.113.77')
      .post(sendPath(server().email()), undefined, {
        headers: { 'x-forwarded-for': '198.51.100.1' },
      });
    expect(refused.status).toBe(429);
  });
});

onEachDatabase('an address that is refused', (server) => {
  it.each([
    'a@b',
    'a@gmail.com',
    'a@mail.YAHOO.com',
    'a@x.example,v@e.example',
    'a@x.example;v@e.example',
    'a@x.example\r\nBcc: v@e.example',
    'a@x.example\nBcc:v@e.example',
    'Foo <v@e.example> <a@x.example>',
    '"a b"@x.example',
    'a@[127.0.0.1]',
    'a\u0000@x.example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'b'.repeat(63)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`,
    '__proto__',
    '💌@x.example',
  ])('gets no mail: %j', async (email) => {
    const before = await server().db.selectFrom('outbox').select('id').execute();
    const answer = await server().client().post(sendPath(email));
    expect(answer.status).toBe(400);
    expect(answer.error?.code).toBe('email_invalid');
    expect(await server().db.selectFrom('outbox').select('id').execute()).toHaveLength(
      before.length,
    );
  });

  it('is told apart when it is registered, and costs no code', async () => {
    const email = server().email();
    const company = await server()
      .db.insertInto('companies')
      .values({
        owner_email: email,
        name: 'A',
        website: 'https://a.example',
        location: 'Delhi',
        departments: ['Sales'],
        planname: 'free-trial',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server()
      .db.insertInto('users')
      .values({
        email,
        company_id: company.id,
        name: 'A',
        privilege: 'Admin',
        password_hash: '-',
        status: 'accepted',
      })
      .execute();
    const answer = await server().client().post(sendPath(email.toUpperCase()));
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({ code: 'email_registered', field: 'email' });
    const sends = await server()
      .db.selectFrom('code_sends')
      .where('email', '=', email)
      .select('challenge')
      .execute();
    expect(sends).toHaveLength(0);
  });

  it('is malformed in the address itself: %zz is 400, and is not repeated', async () => {
    const answer = await server().client().post('/v1/email/genOtpv2/secret%zz');
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('secret');
  });

  it('leaves a trace of every outcome, without a code', async () => {
    const client = server().client('198.51.100.44');
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    await client.post(sendPath(email));
    await client.get(verifyPath(email, anotherCode(code)));
    await client.get(verifyPath(email, code));
    const trail = await server()
      .db.selectFrom('audit')
      .where('email', '=', email)
      .select(['event', 'outcome', 'network'])
      .orderBy('at')
      .execute();
    expect(trail).toEqual([
      { event: 'code.requested', outcome: 'accepted', network: '198.51.100.44' },
      { event: 'code.requested', outcome: 'limited', network: '198.51.100.44' },
      { event: 'code.verified', outcome: 'rejected', network: '198.51.100.44' },
      { event: 'code.verified', outcome: 'accepted', network: '198.51.100.44' },
    ]);
  });
});
