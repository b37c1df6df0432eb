import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { rates } from '#server/limits/rates.ts';
import { ageLimits } from '../../support/age.ts';
import { databaseState } from '../../support/database-state.ts';
import {
  ACCOUNT_PASSWORD,
  logInByCode,
  makeAccount,
  receiveLoginCode,
} from '../../support/log-in-steps.ts';
import {
  ageSends,
  anotherCode,
  companyBody,
  receiveCode,
  userBody,
  verifyEmail,
  verifyPath,
} from '../../support/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '../../support/test-server.ts';

const codeRow = ({ db }: TestServer, email: string) =>
  db
    .selectFrom('codes')
    .where('email', '=', email)
    .select(['purpose', 'attempts', 'consumed_at'])
    .execute();

const rowsOf = async ({ db }: TestServer, table: 'sign_ups' | 'users', email: string) =>
  (await db.selectFrom(table).where('email', '=', email).selectAll().execute()).length;

onEachDatabase('a code in disguise', (server) => {
  it.each([
    ['a list', (code: string) => [code]],
    ['an object', (code: string) => ({ $ne: code })],
    ['a number', (code: string) => Number(code)],
    ['nothing', () => ''],
    ['a list of nothing', () => []],
    ['too long', (code: string) => `${code}${code}`],
  ])('(%s) is 400 and changes nothing at all', async (_, disguise) => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const otp = disguise(await receiveLoginCode(server(), client, email));
    const before = await databaseState(server());
    const answer = await client.post(paths.login, { email, otp });
    expect([answer.status, answer.error?.code]).toEqual([400, 'request_invalid']);
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
    ['a space', (code: string) => `${code.slice(0, 5)} `],
    ['a space before', (code: string) => ` ${code.slice(1)}`],
    ['a line end', (code: string) => `${code.slice(0, 5)}\n`],
    ['a sign', (code: string) => `+${code.slice(1)}`],
    ['five digits', (code: string) => code.slice(1)],
  ])('(%s) is 400, by both ways in, and the tries are as before', async (_, disguise) => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const code = await receiveLoginCode(server(), client, email);
    const answer = await logInByCode(client, email, disguise(code));
    expect([answer.status, answer.error?.code]).toEqual([400, 'code_invalid']);
    const [login] = (await codeRow(server(), email)).filter(({ purpose }) => purpose === 'login');
    expect(login).toMatchObject({ attempts: 0, consumed_at: null });
    expect(client.cookies.has('access')).toBe(false);

    const fresh = server().email();
    const signUpCode = await receiveCode(server(), client, fresh);
    expect((await client.get(verifyPath(fresh, disguise(signUpCode)))).status).toBe(400);
    expect(await codeRow(server(), fresh)).toMatchObject([{ attempts: 0, consumed_at: null }]);
    expect(await rowsOf(server(), 'sign_ups', fresh)).toBe(0);
  });

  it.each([
    ['both right', (otp: string) => ({ password: ACCOUNT_PASSWORD, otp })],
    ['the code alone right', (otp: string) => ({ password: 'not the password', otp })],
    ['neither there', () => ({})],
    ['both empty', () => ({ password: '', otp: '' })],
  ])('with a password beside it, %s: 400 and changes nothing at all', async (_, proof) => {
    const { email } = await makeAccount(server());
    const client = server().client();
    const otp = await receiveLoginCode(server(), client, email);
    const before = await databaseState(server());
    const answer = await client.post(paths.login, { email, ...proof(otp) });
    expect([answer.status, answer.error?.code]).toEqual([400, 'request_invalid']);
    expect(await databaseState(server())).toEqual(before);
    expect((await logInByCode(client, email, otp)).status).toBe(200);
  });
});

onEachDatabase('many at once', (server) => {
  it('guesses at a login code, a thousand from as many networks: five are tried, the code is dead', async () => {
    const { email, userId } = await makeAccount(server());
    const code = await receiveLoginCode(server(), server().client(), email);
    const guesses = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        logInByCode(server().client(), email, anotherCode(code, index + 1)),
      ),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(rates.codeTries.count);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1000 - rates.codeTries.count);
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

  it('the right code two hundred times: one ticket', async () => {
    const email = server().email();
    const code = await receiveCode(server(), server().client(), email);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => server().client().get(verifyPath(email, code))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(rates.codeTries.count - 1);
    expect(
      answers.filter(({ headers }) => headers['set-cookie']?.toString().includes('ticket=')),
    ).toHaveLength(1);
    expect(await rowsOf(server(), 'sign_ups', email)).toBe(1);
  });

  it('sign-ups with one address, on an older ticket and the present one: one user, one company', async () => {
    const email = server().email();
    const browsers = [server().client(), server().client()];
    for (const browser of browsers) {
      await verifyEmail(server(), browser, email);
      await ageSends(server(), email, 31);
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
