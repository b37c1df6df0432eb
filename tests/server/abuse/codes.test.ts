import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { rates } from '#server/limits/rates.ts';
import { ageLimits, passResendPause } from '#tests/support/server/database/age-rows.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import {
  ACCOUNT_PASSWORD,
  logInByCode,
  makeAccount,
  receiveLoginCode,
} from '#tests/support/server/log-in-steps.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import {
  companyBody,
  differentCode,
  receiveCode,
  userBody,
  verifyEmail,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

/** Concurrent requests with one code: many times what is admitted. */
const GUESSES = 200;

const codeRow = ({ db }: TestServer, email: string) =>
  db
    .selectFrom('codes')
    .where('email', '=', email)
    .select(['purpose', 'attempts', 'consumed_at'])
    .execute();

const rowsOf = async ({ db }: TestServer, table: 'sign_ups' | 'users', email: string) =>
  (await db.selectFrom(table).where('email', '=', email).selectAll().execute()).length;

onEmbeddedDatabase('a code in an invalid form', (server) => {
  it.each([
    ['an array', (code: string) => [code]],
    ['an object', (code: string) => ({ $ne: code })],
    ['a number', (code: string) => Number(code)],
    ['empty', () => ''],
    ['an empty array', () => []],
    ['too long', (code: string) => `${code}${code}`],
  ])('(%s) is 400 and changes nothing', async (_, disguise) => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const otp = disguise(await receiveLoginCode(server(), client, email));
    const before = await databaseState(server());
    const response = await client.post(paths.login, { email, otp });
    expect([response.status, response.error?.code]).toEqual([400, 'request_invalid']);
    expect(await databaseState(server())).toEqual(before);
  });

  it.each([
    [
      'fullwidth digits',
      (code: string) => code.replace(/\d/g, (d) => '０１２３４５６７８９'[Number(d)] ?? ''),
    ],
    [
      'Devanagari digits',
      (code: string) => code.replace(/\d/g, (d) => '०१२३४५६७८९'[Number(d)] ?? ''),
    ],
    ['a trailing space', (code: string) => `${code.slice(0, 5)} `],
    ['a leading space', (code: string) => ` ${code.slice(1)}`],
    ['a line break', (code: string) => `${code.slice(0, 5)}\n`],
    ['a sign', (code: string) => `+${code.slice(1)}`],
    ['five digits', (code: string) => code.slice(1)],
  ])('(%s) is 400 for sign-up and login, and changes nothing', async (_, disguise) => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const code = await receiveLoginCode(server(), client, email);
    const fresh = server().email();
    const signUpCode = await receiveCode(server(), client, fresh);
    const before = await databaseState(server());
    const response = await logInByCode(client, email, disguise(code));
    expect([response.status, response.error?.code]).toEqual([400, 'code_invalid']);
    expect(client.cookies.has('access')).toBe(false);
    expect((await client.get(verifyPath(fresh, disguise(signUpCode)))).status).toBe(400);
    // Nor a limit: strangers could otherwise keep the owner's browsers out without a guess.
    expect(await databaseState(server())).toEqual(before);
  });

  it.each([
    ['both right', (otp: string) => ({ password: ACCOUNT_PASSWORD, otp })],
    ['only the code right', (otp: string) => ({ password: 'not the password', otp })],
    ['neither present', () => ({})],
    ['both empty', () => ({ password: '', otp: '' })],
  ])('together with a password (%s) is 400 and changes nothing', async (_, proof) => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const otp = await receiveLoginCode(server(), client, email);
    const before = await databaseState(server());
    const response = await client.post(paths.login, { email, ...proof(otp) });
    expect([response.status, response.error?.code]).toEqual([400, 'request_invalid']);
    expect(await databaseState(server())).toEqual(before);
    expect((await logInByCode(client, email, otp)).status).toBe(200);
  });
});

onEachDatabase('many concurrent requests', (server) => {
  it('with two hundred guesses of a login code from as many networks: five are tried, the code is invalid', async () => {
    const { email, userId } = await makeAccount(server());
    const code = await receiveLoginCode(server(), server().client(), email);
    const guesses = await Promise.all(
      Array.from({ length: GUESSES }, (_, index) =>
        logInByCode(server().client(), email, differentCode(code, index + 1)),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(rates.codeTries.count);
    expect(statuses.filter((status) => status === 429)).toHaveLength(
      GUESSES - rates.codeTries.count,
    );
    const [login] = (await codeRow(server(), email)).filter(({ purpose }) => purpose === 'login');
    expect(login).toMatchObject({ attempts: 5, consumed_at: null });
    await ageLimits(server().db, 24 * 3600);
    expect((await logInByCode(server().client(), email, code)).status).toBe(400);
    const sessions = await server()
      .db.selectFrom('sessions')
      .where('user_id', '=', userId)
      .where('opened_by', '=', 'code')
      .select('id')
      .execute();
    expect(sessions).toEqual([]);
  });

  it('with the right code two hundred times: one ticket', async () => {
    const email = server().email();
    const code = await receiveCode(server(), server().client(), email);
    const responses = await Promise.all(
      Array.from({ length: GUESSES }, () => server().client().get(verifyPath(email, code))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(
      rates.codeTries.count - 1,
    );
    expect(
      responses.filter(({ headers }) => headers['set-cookie']?.toString().includes('ticket=')),
    ).toHaveLength(1);
    expect(await rowsOf(server(), 'sign_ups', email)).toBe(1);
  });

  it('with sign-ups of one address, on an older and the current ticket: one user, one company', async () => {
    const email = server().email();
    const browsers = [server().client(), server().client()];
    for (const browser of browsers) {
      await verifyEmail(server(), browser, email);
      await passResendPause(server().db, email);
    }
    const signUps = await Promise.all(
      browsers.flatMap((browser) =>
        Array.from({ length: 5 }, async () => {
          const company = await browser.post(paths.createCompany, companyBody);
          const user = await browser.post(paths.createUser, userBody(company.body.message, email));
          return [company.status, user.status, company.body.message, user.body.message];
        }),
      ),
    );
    const [older, present] = [signUps.slice(0, 5), signUps.slice(5)];
    for (const [company, user] of older) expect([company, user]).toEqual([401, 401]);
    expect(new Set(present.map((signUp) => signUp.join())).size).toBe(1);
    expect(present[0]?.slice(0, 2)).toEqual([200, 200]);
    expect(await rowsOf(server(), 'users', email)).toBe(1);
    const companies = await server()
      .db.selectFrom('companies')
      .where('owner_email', '=', email)
      .select('id')
      .execute();
    expect(companies).toHaveLength(1);
  });
});
