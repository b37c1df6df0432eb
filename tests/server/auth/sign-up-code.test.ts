import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { cookieNames, XSRF_HEADER } from '#contract/cookies.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { CODE_TRIES } from '#server/auth/codes/request-code.ts';
import { ageLimits, passResendPause } from '#tests/support/server/database/age-rows.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { waitUntilDeliveryFails } from '#tests/support/server/mail/outbox.ts';
import {
  differentCode,
  receiveCode,
  sendPath,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { ORIGIN, onEachDatabase } from '#tests/support/server/test-server.ts';

const PARTNER = 'https://www.partner.example';

onEachDatabase('a sign-up code', (server) => {
  it('is mailed at the start of the text, and yields a ticket for two hours', async () => {
    const client = server().client();
    const email = server().email();
    const sent = await client.post(sendPath(email));
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({ message: 'sent', retryAfter: RESEND_PAUSE_MS / 1000 });

    const mail = await server().mailbox.next(email);
    expect(mail.subject).toBe('Your Sitara code');
    expect(mail.text).toMatch(/^\d{6} is your Sitara code/);
    expect(mail.text + mail.html).not.toMatch(/https?:|href/);

    const verified = await client.get(verifyPath(email, mail.text.slice(0, 6)));
    expect(verified.status).toBe(200);
    expect(verified.body).toEqual({
      message: 'verified',
      ticketSeconds: TICKET_LIFETIME_MS / 1000,
    });
    const ticket = [verified.headers['set-cookie']]
      .flat()
      .find((line) => /^ticket=/.test(`${line}`));
    expect(ticket).toMatch(/HttpOnly/);
    expect(ticket).toMatch(/SameSite=Lax/);
    expect(ticket).toMatch(/Path=\//);
  });

  it('ignores case and surrounding spaces of the address', async () => {
    const client = server().client();
    const email = server().email();
    expect((await client.post(sendPath(` ${email.toUpperCase()} `))).status).toBe(200);
    const code = await server().mailbox.nextCode(email);
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
  });

  it('is valid once', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
    const again = await client.get(verifyPath(email, code));
    expect(again.status).toBe(400);
    expect(again.error?.code).toBe('code_invalid');
  });

  it('is valid once when it is verified many times concurrently', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => server().client().get(verifyPath(email, code))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is never stored in clear, not even while its mail is queued', async () => {
    const client = server().client();
    const email = server().email();
    // The mail server takes the mail and hangs up, so the mail stays in the outbox.
    let code = '';
    const { send } = server().mailbox;
    server().mailbox.send = async ({ text }) => {
      code = text.slice(0, 6);
      throw new Error('hung up');
    };
    await client.post(sendPath(email));
    await waitUntilDeliveryFails(server(), email);
    server().mailbox.send = send;
    expect(code).toMatch(/^\d{6}$/);
    for (const table of ['codes', 'outbox', 'audit', 'limits']) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t
        where t::text like ${`%${email}%`}`.execute(server().db);
      expect(rows.length).toBeGreaterThan(0);
      for (const { row } of rows) expect(row.replaceAll(/[0-9a-f]{12,}/g, '')).not.toContain(code);
    }
    expect(server().logs.join('')).not.toContain(code);
  });

  it('expires after ten minutes', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    await sql`update codes set expires_at = now() - interval '1 second' where email = ${email}`.execute(
      server().db,
    );
    expect((await client.get(verifyPath(email, code))).error?.code).toBe('code_invalid');
  });

  it('is valid for ten minutes', async () => {
    const email = server().email();
    await receiveCode(server(), server().client(), email);
    const { rows } = await sql<{ lifetime: number }>`select
      extract(epoch from expires_at - now())::float8 as lifetime from codes
      where email = ${email}`.execute(server().db);
    expect(rows[0]?.lifetime).toBeGreaterThan(CODE_LIFETIME_MS / 1000 - 10);
    expect(rows[0]?.lifetime).toBeLessThanOrEqual(CODE_LIFETIME_MS / 1000);
  });

  it('is replaced by the next one', async () => {
    const client = server().client();
    const email = server().email();
    const first = await receiveCode(server(), client, email);
    await passResendPause(server().db, email);
    const second = await receiveCode(server(), client, email);
    if (first !== second)
      expect((await client.get(verifyPath(email, first))).error?.code).toBe('code_invalid');
    expect((await client.get(verifyPath(email, second))).status).toBe(200);
  });

  it('is not valid for another address', async () => {
    const client = server().client();
    const [mine, theirs] = [server().email(), server().email()];
    const code = await receiveCode(server(), client, mine);
    const other = await receiveCode(server(), server().client(), theirs);
    if (code !== other) expect((await client.get(verifyPath(theirs, code))).status).toBe(400);
    expect((await client.get(verifyPath(theirs, other))).status).toBe(200);
  });

  it('can be tried five times; then even the right one is refused', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    for (let step = 1; step <= CODE_TRIES; step += 1)
      expect((await client.get(verifyPath(email, differentCode(code, step)))).status).toBe(400);
    expect((await client.get(verifyPath(email, code))).error?.code).toBe('code_invalid');
  });

  it('is valid on the fifth try', async () => {
    const client = server().client();
    const email = server().email();
    const code = await receiveCode(server(), client, email);
    for (let step = 1; step < CODE_TRIES; step += 1)
      await client.get(verifyPath(email, differentCode(code, step)));
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
  });

  it('is tried by five of a thousand concurrent guesses and is invalid afterwards', async () => {
    const email = server().email();
    const code = await receiveCode(server(), server().client(), email);
    const attacker = server().client();
    const guesses = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        attacker.get(verifyPath(email, differentCode(code, index + 1))),
      ),
    );
    const statuses = new Set(guesses.map(({ status }) => status));
    // An overloaded database refuses some with 503.
    expect([...statuses].filter((status) => status !== 503).sort()).toEqual([400, 429]);
    const row = await server()
      .db.selectFrom('codes')
      .where('email', '=', email)
      .select('attempts')
      .executeTakeFirstOrThrow();
    expect(row.attempts).toBe(CODE_TRIES);
    await ageLimits(server().db, 24 * 3600);
    expect((await attacker.get(verifyPath(email, code))).status).toBe(400);
  });

  it.each(['12345', '1234567', 'abcdef', '１２３４５６', '12345%0A', '%00', '../../x'])(
    'counts no try for malformed input: %s',
    async (text) => {
      const client = server().client();
      const email = server().email();
      await receiveCode(server(), client, email);
      const response = await client.get(verifyPath(email, text));
      expect(response.status).toBe(400);
      expect(response.error?.code).toBe('code_invalid');
      const row = await server()
        .db.selectFrom('codes')
        .where('email', '=', email)
        .select('attempts')
        .executeTakeFirstOrThrow();
      expect(row.attempts).toBe(0);
    },
  );

  describe('is verified', () => {
    it.each([
      ['a script of the site', {}],
      ['a script of the site that names its origin', { origin: ORIGIN }],
      ['a script of a listed origin', { origin: PARTNER, 'sec-fetch-site': 'cross-site' }],
      ['a script of a listed sibling domain', { origin: PARTNER, 'sec-fetch-site': 'same-site' }],
    ])('for %s', async (_, headers) => {
      const client = server().client();
      const email = server().email();
      const code = await receiveCode(server(), client, email);
      expect((await client.get(verifyPath(email, code), { headers })).status).toBe(200);
      expect(client.cookies.has('ticket')).toBe(true);
    });

    it.each([
      ['the XSRF header', (token: string) => ({ [XSRF_HEADER]: token })],
      ['its own origin', () => ({ origin: ORIGIN })],
      ['a listed origin', () => ({ origin: PARTNER })],
    ])('without Fetch Metadata for a client that sends %s', async (_, headersOf) => {
      const client = server().client();
      const email = server().email();
      const code = await receiveCode(server(), client, email);
      const headers = headersOf(client.cookies.get(cookieNames.xsrf) ?? '');
      const options = { headers, fetchMetadata: null };
      expect((await client.get(verifyPath(email, code), options)).status).toBe(200);
      expect(client.cookies.has('ticket')).toBe(true);
    });
  });

  describe('is neither tried nor counted', () => {
    const token = ({ cookies }: TestClient) => cookies.get(cookieNames.xsrf) ?? '';

    it.each<[string, (client: TestClient) => Record<string, string>]>([
      ['for another site', () => ({ 'sec-fetch-site': 'cross-site' })],
      ['for a sibling domain', () => ({ 'sec-fetch-site': 'same-site' })],
      ['for a link in a mail', () => ({ 'sec-fetch-site': 'none' })],
      ['for a picture on a page of the site', () => ({ 'sec-fetch-dest': 'image' })],
      ['for a link on a page of the site', () => ({ 'sec-fetch-dest': 'document' })],
      [
        'for a picture that names its origin',
        () => ({ origin: ORIGIN, 'sec-fetch-dest': 'image' }),
      ],
      ['for no kind of request', () => ({ 'sec-fetch-dest': '' })],
      ['for a foreign origin', () => ({ origin: 'https://evil.example' })],
      ['for no origin at all', () => ({ origin: 'null' })],
      [
        'for a sibling domain that knows the XSRF token',
        (client) => ({ 'sec-fetch-site': 'same-site', [XSRF_HEADER]: token(client) }),
      ],
    ])('%s', async (_, headersOf) => {
      const client = server().client();
      await refuses(client, (path) => client.get(path, { headers: headersOf(client) }));
    });

    it.each<[string, (client: TestClient) => Record<string, string>]>([
      ['nothing else', () => ({})],
      ['a wrong XSRF token', () => ({ [XSRF_HEADER]: 'x' })],
      ['an empty XSRF token', () => ({ [XSRF_HEADER]: '' })],
      [
        'a foreign origin',
        (client) => ({ origin: `${PARTNER}.evil`, [XSRF_HEADER]: token(client) }),
      ],
      ['no kind of request', () => ({ 'sec-fetch-site': 'same-origin' })],
      ['no site', (client) => ({ 'sec-fetch-dest': 'empty', [XSRF_HEADER]: token(client) })],
    ])('without Fetch Metadata for a client that sends %s', async (_, headersOf) => {
      const client = server().client();
      await refuses(client, (path) =>
        client.get(path, { headers: headersOf(client), fetchMetadata: null }),
      );
    });

    it("for an XSRF token that is not in the browser's cookie", async () => {
      const client = server().client();
      await refuses(client, async (path) => {
        const headers = { [XSRF_HEADER]: token(client) };
        return server().client().get(path, { headers, fetchMetadata: null });
      });
    });

    const counted = async () => {
      const tables = ['codes', 'limits', 'sign_ups', 'audit'].map((name) =>
        sql`select t::text as row from ${sql.table(name)} t order by 1`.execute(server().db),
      );
      return (await Promise.all(tables)).map(({ rows }) => rows);
    };

    const refuses = async (
      client: TestClient,
      ask: (path: string) => ReturnType<TestClient['get']>,
    ) => {
      const email = server().email();
      const code = await receiveCode(server(), client, email);
      const before = await counted();
      const response = await ask(verifyPath(email, code));
      expect([response.status, response.error?.code]).toEqual([403, 'origin_refused']);
      expect(String(response.headers['set-cookie'])).not.toContain('ticket');
      expect(await counted()).toEqual(before);
      expect((await client.get(verifyPath(email, code))).status).toBe(200);
    };
  });

  describe('is not used up', () => {
    it.each([
      ['by HEAD', 'HEAD', {}, 405],
      ['by a prefetch', 'GET', { 'sec-purpose': 'prefetch' }, 403],
      ['by a prerender', 'GET', { 'sec-purpose': 'prefetch;prerender' }, 403],
      ['by an older prefetch', 'GET', { purpose: 'prefetch' }, 403],
      ["by Firefox's prefetch", 'GET', { 'x-moz': 'prefetch' }, 403],
    ] as const)('%s', async (_, method, headers, status) => {
      const client = server().client();
      const email = server().email();
      const code = await receiveCode(server(), client, email);
      const response = await client.send(method, verifyPath(email, code), { headers });
      expect(response.status).toBe(status);
      expect(client.cookies.has('ticket')).toBe(false);
      expect((await client.get(verifyPath(email, code))).status).toBe(200);
    });
  });
});
