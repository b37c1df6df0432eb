import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { rates } from '#server/limits/rates.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { holdLock, untilWaiting } from '#tests/support/server/database/hold-lock.ts';
import {
  auditTrail,
  logInByCode,
  loginCodePath,
  makeAccount,
  receiveLoginCode,
} from '#tests/support/server/log-in-steps.ts';
import {
  differentCode,
  makeUser,
  receiveCode,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const withoutDates = ({ date: _, ...headers }: Record<string, unknown>) => headers;

const triesOf = async ({ db }: TestServer, email: string) => {
  const row = await db
    .selectFrom('codes')
    .where('email', '=', email)
    .where('purpose', '=', 'login')
    .select('attempts')
    .executeTakeFirstOrThrow();
  return row.attempts;
};

/** Waits until the worker has nothing to send to an address. */
const untilDelivered = ({ db }: TestServer, email: string) =>
  expect
    .poll(async () => {
      const rows = await db
        .selectFrom('outbox')
        .where('recipient', '=', email)
        .where('sent_at', 'is', null)
        .select('id')
        .execute();
      return rows.length;
    })
    .toBe(0);

onEachDatabase('a login code', (server, kind) => {
  it('is mailed and opens a session', async () => {
    const { email, userId } = await makeAccount(server());
    const client = server().client();
    const sent = await client.post(loginCodePath(` ${email.toUpperCase()}`));
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({ message: 'sent', retryAfter: RESEND_PAUSE_MS / 1000 });
    const code = await server().mailbox.nextCode(email);
    const response = await logInByCode(client, email, code);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      ATSEnabled: false,
      success: { uuid: userId, status: 'accepted' },
    });
    expect((await client.get(paths.currentUser)).status).toBe(200);
    expect((await logInByCode(server().client(), email, code)).error?.code).toBe('code_invalid');
    expect(await auditTrail(server(), { email, userId })).toEqual(
      expect.arrayContaining([
        'login.code.requested accepted',
        'login.code accepted',
        'login.code rejected',
      ]),
    );
  });

  it('has the same response with and without an account, also during the resend pause', async () => {
    const { email } = await makeAccount(server());
    const unregistered = server().email();
    const ask = (address: string) => server().client().post(loginCodePath(address));
    const [known, unknown] = [await ask(email), await ask(unregistered)];
    expect(known.status).toBe(200);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(Object.keys(withoutDates(unknown.headers)).sort()).toEqual(
      Object.keys(withoutDates(known.headers)).sort(),
    );
    for (const address of [email, unregistered]) await untilDelivered(server(), address);
    const [again, againUnknown] = [await ask(email), await ask(unregistered)];
    expect([again.status, againUnknown.status]).toEqual([429, 429]);
    expect(againUnknown.text).toBe(again.text);
    const waits = [again, againUnknown].map(({ headers }) => Number(headers['retry-after']));
    for (const wait of waits) {
      expect(wait).toBeGreaterThan(20);
      expect(wait).toBeLessThanOrEqual(RESEND_PAUSE_MS / 1000);
    }
    expect(server().mailbox.all.filter(({ to }) => to === unregistered)).toEqual([]);
    for (const address of [email, unregistered])
      expect(await auditTrail(server(), { email: address })).toEqual(
        expect.arrayContaining(['login.code.requested accepted', 'login.code.requested limited']),
      );
  });

  it('has the hourly limit with and without an account', async () => {
    const { email } = await makeAccount(server());
    const unregistered = server().email();
    for (const address of [email, unregistered]) {
      const ask = () => server().client().post(loginCodePath(address));
      for (let sent = 0; sent < rates.codesPerHour.count; sent += 1) {
        expect((await ask()).status).toBe(200);
        await untilDelivered(server(), address);
        await passResendPause(server().db, address);
      }
      expect((await ask()).status).toBe(429);
    }
  });

  it('is never created for an address without an account', async () => {
    const unregistered = server().email();
    await server().client().post(loginCodePath(unregistered));
    await untilDelivered(server(), unregistered);
    const rows = await server()
      .db.selectFrom('codes')
      .where('email', '=', unregistered)
      .select(['hash', 'purpose'])
      .execute();
    expect(rows).toEqual([{ hash: null, purpose: 'login' }]);
  });

  it.each(['nobody', 'a@b', 'a@x.example, b@x.example', '\u0000@x.example'])(
    'is refused for an invalid address: %j',
    async (text) => {
      const response = await server().client().post(loginCodePath(text));
      expect(response.status).toBe(400);
      expect(response.error?.code).toBe('email_invalid');
    },
  );

  it('can be sent to an address that is not a work address', async () => {
    expect((await server().client().post(loginCodePath('somebody@gmail.com'))).status).toBe(200);
  });

  it('is refused with the same response whether it is wrong, expired, used, malformed or of an unknown address', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const code = await receiveLoginCode(server(), client, email);
    const responses = [
      await logInByCode(client, email, differentCode(code)),
      await logInByCode(client, email, 'abc'),
      await logInByCode(client, server().email(), code),
    ];
    for (let step = 2; step <= 5; step += 1)
      await logInByCode(client, email, differentCode(code, step));
    responses.push(await logInByCode(client, email, code));
    await passResendPause(server().db, email);
    const next = await receiveLoginCode(server(), client, email);
    await sql`update codes set expires_at = now() where email = ${email}`.execute(server().db);
    responses.push(await logInByCode(client, email, next));
    const [first] = responses;
    expect(first?.status).toBe(400);
    expect(first?.error).toEqual({ code: 'code_invalid', message: 'Invalid OTP', field: 'otp' });
    for (const { status, text, headers } of responses) {
      expect([status, text]).toEqual([first?.status, first?.text]);
      expect(withoutDates(headers)).toEqual(withoutDates(first?.headers ?? {}));
    }
  });

  it('opens one session when it is sent many times concurrently', async () => {
    const { email } = await makeAccount(server());
    const code = await receiveLoginCode(server(), server().client(), email);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => logInByCode(server().client(), email, code)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  // PGlite has a single connection, so nothing happens between two transactions' statements.
  it.runIf(kind === 'PostgreSQL')(
    'opens no session if a password change has ended it while the login waited for the account',
    async () => {
      const { email } = await makeAccount(server());
      const code = await receiveLoginCode(server(), server().client(), email);
      const { db } = server();
      const release = await holdLock(db, `select 1 from users where email = '${email}' for update`);
      const answer = logInByCode(server().client(), email, code);
      try {
        await untilWaiting(db);
        await db.deleteFrom('codes').where('email', '=', email).execute();
      } finally {
        await release();
      }
      expect((await answer).error?.code).toBe('code_invalid');
    },
  );

  describe('is refused without counting an attempt as', () => {
    it.each([
      ['an array', (code: string) => [code]],
      ['an array of digits', (code: string) => [...code]],
      ['an object', (code: string) => ({ code })],
      ['a number', (code: string) => Number(code)],
      ['true', () => true],
      ['null', () => null],
      ['an empty string', () => ''],
      [
        'fullwidth digits',
        (code: string) => code.replace(/\d/g, (d) => '０１２３４５６７８９'[Number(d)] ?? ''),
      ],
      ['digits and spaces', (code: string) => ` ${code} `],
      ['digits and a space', (code: string) => `${code.slice(0, 5)} `],
      ['seven digits', (code: string) => `${code}0`],
      ['digits and NUL', (code: string) => `${code.slice(0, 5)}\u0000`],
    ])('%s', async (_, disguise) => {
      const { email } = await makeAccount(server());
      const client = server().client();
      const code = await receiveLoginCode(server(), client, email);
      const response = await client.post(paths.login, { email, otp: disguise(code) });
      expect(response.status).toBe(400);
      expect(await triesOf(server(), email)).toBe(0);
      expect((await logInByCode(client, email, code)).status).toBe(200);
    });
  });

  it('does not verify a sign-up, and a sign-up code does not log in', async () => {
    const email = server().email();
    const client = server().client();
    const signUpCode = await receiveCode(server(), client, email);
    expect((await logInByCode(client, email, signUpCode)).error?.code).toBe('code_invalid');
    expect((await client.get(verifyPath(email, signUpCode))).status).toBe(200);

    const { email: mine } = await makeAccount(server());
    const loginCode = await receiveLoginCode(server(), client, mine);
    expect((await client.get(verifyPath(mine, loginCode))).error?.code).toBe('code_invalid');
    expect((await logInByCode(client, mine, loginCode)).status).toBe(200);
  });

  it("of an unfinished sign-up returns the account's status sent", async () => {
    const { email, userId } = await makeUser(server(), server().client());
    const client = server().client();
    const code = await receiveLoginCode(server(), client, email);
    expect((await logInByCode(client, email, code)).body).toEqual({
      ATSEnabled: false,
      success: { uuid: userId, status: 'sent' },
    });
  });
});
