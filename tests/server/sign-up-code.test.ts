import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ageLimits } from '../support/age.ts';
import {
  ageSends,
  anotherCode,
  receiveCode,
  sendPath,
  verifyPath,
} from '../support/sign-up-steps.ts';
import { onEachDatabase } from '../support/test-server.ts';

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
    for (const table of ['codes', 'outbox', 'audit', 'limits']) {
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
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([400, 429]));
    const row = await server()
      .db.selectFrom('codes')
      .where('email', '=', email)
      .select('attempts')
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(5);
    await ageLimits(server().db, 24 * 3600);
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
