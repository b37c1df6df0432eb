import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import {
  auditTrail,
  logInByCode,
  loginCodePath,
  makeAccount,
  receiveLoginCode,
} from '../support/log-in-steps.ts';
import {
  ageSends,
  anotherCode,
  makeUser,
  receiveCode,
  verifyPath,
} from '../support/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '../support/test-server.ts';

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

/** Waits until the worker has nothing left to do for an address. */
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

onEachDatabase('a login code', (server) => {
  it('comes by mail and opens a session', async () => {
    const { email, userId } = await makeAccount(server());
    const client = server().client();
    const sent = await client.post(loginCodePath(` ${email.toUpperCase()}`));
    expect(sent.status).toBe(200);
    expect(sent.body).toEqual({ message: 'sent', retryAfter: 30 });
    const code = await server().mailbox.nextCode(email);
    const answer = await logInByCode(client, email, code);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
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

  it('is asked for alike with and without an account, also again within 30 seconds', async () => {
    const { email } = await makeAccount(server());
    const nobody = server().email();
    const ask = (address: string) => server().client().post(loginCodePath(address));
    const [known, unknown] = [await ask(email), await ask(nobody)];
    expect(known.status).toBe(200);
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(Object.keys(withoutDates(unknown.headers)).sort()).toEqual(
      Object.keys(withoutDates(known.headers)).sort(),
    );
    for (const address of [email, nobody]) await untilDelivered(server(), address);
    const [again, againUnknown] = [await ask(email), await ask(nobody)];
    expect([again.status, againUnknown.status]).toEqual([429, 429]);
    expect(againUnknown.text).toBe(again.text);
    const waits = [again, againUnknown].map(({ headers }) => Number(headers['retry-after']));
    for (const wait of waits) {
      expect(wait).toBeGreaterThan(20);
      expect(wait).toBeLessThanOrEqual(30);
    }
    expect(server().mailbox.all.filter(({ to }) => to === nobody)).toEqual([]);
    for (const address of [email, nobody])
      expect(await auditTrail(server(), { email: address })).toEqual(
        expect.arrayContaining(['login.code.requested accepted', 'login.code.requested limited']),
      );
  });

  it('has the hourly limit with and without an account', async () => {
    const { email } = await makeAccount(server());
    const nobody = server().email();
    for (const address of [email, nobody]) {
      const ask = () => server().client().post(loginCodePath(address));
      for (let sent = 0; sent < 5; sent += 1) {
        expect((await ask()).status).toBe(200);
        await untilDelivered(server(), address);
        await ageSends(server(), address, 60);
      }
      expect((await ask()).status).toBe(429);
    }
  });

  it('of an address without an account is never made', async () => {
    const nobody = server().email();
    await server().client().post(loginCodePath(nobody));
    await untilDelivered(server(), nobody);
    const rows = await server()
      .db.selectFrom('codes')
      .where('email', '=', nobody)
      .select(['hash', 'purpose'])
      .execute();
    expect(rows).toEqual([{ hash: null, purpose: 'login' }]);
  });

  it.each(['nobody', 'a@b', 'a@x.example, b@x.example', '\u0000@x.example'])(
    'is not asked for at no address: %j',
    async (text) => {
      const answer = await server().client().post(loginCodePath(text));
      expect(answer.status).toBe(400);
      expect(answer.error?.code).toBe('email_invalid');
    },
  );

  it('may go to an address that is no work address', async () => {
    expect((await server().client().post(loginCodePath('somebody@gmail.com'))).status).toBe(200);
  });

  it('is refused alike when it is wrong, expired, used up, malformed or of nobody', async () => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const code = await receiveLoginCode(server(), client, email);
    const answers = [
      await logInByCode(client, email, anotherCode(code)),
      await logInByCode(client, email, 'abc'),
      await logInByCode(client, server().email(), code),
    ];
    for (let step = 2; step <= 5; step += 1)
      await logInByCode(client, email, anotherCode(code, step));
    answers.push(await logInByCode(client, email, code));
    await ageSends(server(), email, 31);
    const next = await receiveLoginCode(server(), client, email);
    await sql`update codes set expires_at = now() where email = ${email}`.execute(server().db);
    answers.push(await logInByCode(client, email, next));
    const [first] = answers;
    expect(first?.status).toBe(400);
    expect(first?.error).toEqual({ code: 'code_invalid', message: 'Invalid OTP', field: 'otp' });
    for (const { status, text, headers } of answers) {
      expect([status, text]).toEqual([first?.status, first?.text]);
      expect(withoutDates(headers)).toEqual(withoutDates(first?.headers ?? {}));
    }
  });

  it('logs in once, when it is sent many times at once', async () => {
    const { email } = await makeAccount(server());
    const code = await receiveLoginCode(server(), server().client(), email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => logInByCode(server().client(), email, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  describe('is not tried when it comes as', () => {
    it.each([
      ['a list', (code: string) => [code]],
      ['a list of digits', (code: string) => [...code]],
      ['an object', (code: string) => ({ code })],
      ['a number', (code: string) => Number(code)],
      ['true', () => true],
      ['null', () => null],
      ['nothing', () => ''],
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
      const answer = await client.post(paths.login, { email, otp: disguise(code) });
      expect(answer.status).toBe(400);
      expect(await triesOf(server(), email)).toBe(0);
      expect((await logInByCode(client, email, code)).status).toBe(200);
    });
  });

  it('does not sign up, and a sign-up code does not log in', async () => {
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

  it('of a sign-up that was left at step 2 says that the account is still sent', async () => {
    const { email, userId } = await makeUser(server(), server().client());
    const client = server().client();
    const code = await receiveLoginCode(server(), client, email);
    expect((await logInByCode(client, email, code)).body).toEqual({
      ATSEnabled: false,
      success: { uuid: userId, status: 'sent' },
    });
  });
});
