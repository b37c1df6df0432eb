import { expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames } from '#contract/cookies.ts';
import { markRestored } from '#server/cli/company-changes.ts';
import { runCompanyCommand } from '#server/cli/company-command.ts';
import { createKeys, keyedHash } from '#server/config/keys.ts';
import { rates } from '#server/limits/rates.ts';
import { addPasskey, askToLogIn, logInByPasskey } from '#tests/support/passkeys/passkey-steps.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { openEarlierDatabase } from '#tests/support/server/database/earlier-database.ts';
import { readUserRow } from '#tests/support/server/database/read-rows.ts';
import { postgresUrl } from '#tests/support/server/database/test-postgres.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import {
  failToLogIn,
  logIn,
  logInByCode,
  makeAccount,
  receiveLoginCode,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import {
  companyBody,
  receiveCode,
  verifyEmail,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, SECRET_KEY } from '#tests/support/server/test-server.ts';

it.runIf(postgresUrl)(
  'npm run company -- restored migrates the backup of an earlier version',
  async () => {
    const { db, url = '', close } = await openEarlierDatabase('PostgreSQL', '0012-installation');
    onTestFinished(close);
    const output = { stdout: { write: vi.fn() }, stderr: { write: vi.fn() } };
    const env = { DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) };
    expect(await runCompanyCommand(['restored'], env, output)).toBe(1);
    expect(output.stderr.write).toHaveBeenCalledWith(
      'This logs everybody out, removes every passkey, code and open sign-up, and forgets all browsers. After a backup is restored, add --yes.\n',
    );
    expect(await runCompanyCommand(['log-out', '--all', '--yes'], env, output)).toBe(1);
    expect(await runCompanyCommand(['restored', '--yes'], env, output)).toBe(0);
    expect(output.stdout.write).toHaveBeenCalledWith(expect.stringMatching(/^Ended sessions: 0,/));
    expect(await db.selectFrom('installation').selectAll().execute()).toHaveLength(1);
  },
);

onEachDatabase('npm run company -- restored', (server) => {
  /** Whether the account knows the browser: strangers have locked the password for all others. */
  const isKnown = async (client: TestClient, email: string): Promise<boolean> => {
    await failToLogIn(server(), email, rates.passwordTries.count);
    const { status } = await logIn(client, email);
    await server().db.deleteFrom('limits').execute();
    return status === 200;
  };

  it('ends what the backup has revived, and says so', async () => {
    const { db } = server();
    await markRestored(db);
    const { email, maker } = await makeAccount(server());
    const { passkey } = await addPasskey(maker);
    await server().mailbox.next(email);
    const asking = server().client();
    await askToLogIn(asking);
    const loginCode = await receiveLoginCode(server(), maker, email);
    const [signingUp, newcomer] = [server().client(), server().client()];
    await verifyEmail(server(), signingUp, server().email());
    const signUpEmail = server().email();
    const signUpCode = await receiveCode(server(), newcomer, signUpEmail);

    expect(await markRestored(db)).toBe(
      'Ended sessions: 1, passkeys: 1, codes: 4, sign-ups: 2, and every device cookie.\n',
    );
    expect((await maker.get(paths.currentUser)).status).toBe(401);
    expect((await maker.post(paths.refresh)).status).toBe(401);
    expect((await logInByPasskey(server().client(), passkey)).error?.code).toBe('passkey_invalid');
    expect((await logInByCode(maker, email, loginCode)).error?.code).toBe('code_invalid');
    expect((await newcomer.get(verifyPath(signUpEmail, signUpCode))).error?.code).toBe(
      'code_invalid',
    );
    const company = await signingUp.post(paths.createCompany, companyBody);
    expect(company.error?.code).toBe('ticket_missing');
    expect(await db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
    const audited = await db
      .selectFrom('audit')
      .where('event', '=', 'operator.restored')
      .select(['outcome', 'email', 'user_id'])
      .execute();
    const row = { outcome: 'accepted', email: null, user_id: null };
    expect(audited).toEqual([row, row]);
  });

  it('forgets the browsers of before, also if the same backup is restored twice', async () => {
    const { db } = server();
    const { email, maker } = await makeAccount(server());
    const backup = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    for (let times = 1; times <= 2; times += 1) {
      expect(await isKnown(maker, email)).toBe(true);
      await db.updateTable('installation').set(backup).execute();
      await markRestored(db);
      expect(await isKnown(maker, email)).toBe(false);
      expect((await logIn(maker, email)).status).toBe(200);
    }
    // By its owner, who proves the address.
    await passResendPause(db);
    await signInByCode(server(), maker, email);
    expect((await addPasskey(maker)).listed.name).toBe('Laptop');
  });

  it('is the first that forgets browsers: older cookies have no generation', async () => {
    await server().db.updateTable('installation').set({ generation: 0 }).execute();
    const { email, maker, userId } = await makeAccount(server());
    const { password_hash } = await readUserRow(server(), email);
    const [device = '', entry = ''] = maker.cookies.get(cookieNames.device)?.split('.') ?? [];
    const [devices] = createKeys([SECRET_KEY]).devices;
    const tag = keyedHash(devices, 'account', device, userId, password_hash).subarray(0, 16);
    expect(entry).toMatch(new RegExp(`^.{4}${tag.toString('base64url')}$`));
  });
});
