import { type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { required } from '#contract/text.ts';
import { accountRules } from '#server/database/migrations/0009-account-rules.ts';
import type { SessionOpener } from '#server/database/types.ts';
import { createPasskey, type SoftwarePasskey } from '#tests/support/passkeys/authenticator.ts';
import {
  addPasskey,
  ageSessions,
  askToAdd,
  insertPasskeys,
  listPasskeys,
  logInByPasskey,
} from '#tests/support/passkeys/passkey-steps.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import {
  ACCOUNT_PASSWORD,
  auditTrail,
  logIn,
  makeAccount,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import { makeUser } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

type Account = Awaited<ReturnType<typeof makeAccount>>;

const NEW_PASSWORD = 'nobody has guessed this one';
const OPENERS = ['password', 'code', 'passkey', 'sign-up'] as const satisfies SessionOpener[];

/** A new account, and a client whose session was opened so. */
const openedBy = async (server: TestServer, opener: SessionOpener) => {
  const account = await makeAccount(server);
  if (opener === 'sign-up') return { account, client: account.maker };
  const client = server.client();
  if (opener === 'password') await logIn(client, account.email);
  if (opener === 'code') await signInByCode(server, client, account.email);
  if (opener === 'passkey') await logInByPasskey(client, (await addPasskey(account.maker)).passkey);
  return { account, client };
};

const setPassword = (client: TestClient, { userId }: Pick<Account, 'userId'>) =>
  client.patch(paths.updatePassword, { uuid: userId, status: 'accepted', password: NEW_PASSWORD });

/** What each action answers to a client, on a target that exists. */
const ACTIONS = {
  setPassword: async (_server: TestServer, client: TestClient, account: Account) =>
    setPassword(client, account),
  addPasskey: async (server: TestServer, client: TestClient) => {
    const asked = await client.post(paths.passkeyRegistrationOptions);
    // The credential of other options: whoever may not ask may not register either.
    const options =
      asked.status === 200
        ? JSON.parse(asked.text)
        : await askToAdd((await makeAccount(server)).maker);
    const { credential } = createPasskey(options);
    const added = await client.post(paths.registerPasskey, { name: 'x', credential });
    expect(added.status).toBe(asked.status);
    return added;
  },
  renamePasskey: async (server: TestServer, client: TestClient, { userId }: Account) => {
    await insertPasskeys(server.db, userId, 1);
    const [passkey] = await listPasskeys(client);
    return client.post(paths.renamePasskey, { id: required(passkey).id, name: 'y' });
  },
  removePasskey: async (server: TestServer, client: TestClient, { userId }: Account) => {
    await insertPasskeys(server.db, userId, 1);
    const [passkey] = await listPasskeys(client);
    return client.post(paths.removePasskey, { id: required(passkey).id });
  },
  endSessions: async (_server: TestServer, client: TestClient) =>
    client.post(paths.endOtherSessions),
} as const;

type Action = keyof typeof ACTIONS;
const actionNames = Object.keys(ACTIONS) as Action[];

/** Written from the rule, beside the table of the server: who may do what within ten minutes. */
const ALLOWED: Record<Action, readonly SessionOpener[]> = {
  setPassword: ['code', 'passkey'],
  addPasskey: ['code', 'passkey', 'sign-up'],
  renamePasskey: OPENERS,
  removePasskey: OPENERS,
  endSessions: OPENERS,
};

const cells = actionNames.flatMap((action) => OPENERS.map((opener) => ({ action, opener })));

onEachDatabase('a session', (server) => {
  it.each(cells)('opened by $opener: $action', async ({ action, opener }) => {
    const { account, client } = await openedBy(server(), opener);
    const status = ALLOWED[action].includes(opener) ? 200 : 403;
    expect((await ACTIONS[action](server(), client, account)).status).toBe(status);
  });

  it.each(cells)('opened by $opener more than ten minutes ago: no $action', async (cell) => {
    const { account, client } = await openedBy(server(), cell.opener);
    await ageSessions(server().db, account.userId, RECENT_LOGIN_MS + 1000);
    const response = await ACTIONS[cell.action](server(), client, account);
    expect([response.status, response.error?.code]).toEqual([403, 'forbidden']);
  });

  it('of an account that is not accepted may only set the password that accepts it', async () => {
    for (const action of actionNames) {
      const client = server().client();
      const account = { ...(await makeUser(server(), client)), maker: client };
      const { status } = await ACTIONS[action](server(), client, account);
      expect([action, status]).toEqual([action, action === 'setPassword' ? 200 : 403]);
    }
  });

  describe('by a password alone', () => {
    it.each(actionNames.flatMap((first) => actionNames.map((second) => [first, second] as const)))(
      'does not lead to a new password or passkey: %s, then %s',
      async (first, second) => {
        const { account, client } = await openedBy(server(), 'password');
        await ACTIONS[first](server(), client, account);
        await ACTIONS[second](server(), client, account);
        expect((await setPassword(client, account)).status).toBe(403);
        expect((await client.post(paths.passkeyRegistrationOptions)).status).toBe(403);
        expect((await logIn(server().client(), account.email, ACCOUNT_PASSWORD)).status).toBe(200);
        const trail = await auditTrail(server(), account);
        expect(trail).not.toContain('password.changed accepted');
        expect(trail).not.toContain('passkey.added accepted');
      },
    );

    it('adds a passkey after a code in the same browser', async () => {
      const { account, client } = await openedBy(server(), 'password');
      expect((await client.post(paths.passkeyRegistrationOptions)).status).toBe(403);
      await signInByCode(server(), client, account.email);
      const { listed } = await addPasskey(client);
      expect(listed.endsWithReset).toBe(false);
    });
  });
});

/** As the version before has stored it: a passkey that a session by password could add. */
const addByPassword = async (
  server: TestServer,
  account: Account,
  addedBy: SessionOpener | null = 'password',
): Promise<{ passkey: SoftwarePasskey; id: string }> => {
  const { passkey, listed } = await addPasskey(account.maker, {}, 'Of the thief');
  await server.db
    .updateTable('passkeys')
    .set({ added_by: addedBy })
    .where('id', '=', listed.id)
    .execute();
  return { passkey, id: listed.id };
};

onEachDatabase('a passkey that a password alone has added', (server) => {
  it.each(['password', null] as const)(
    'is worth no more than the password (%s)',
    async (addedBy) => {
      const account = await makeAccount(server());
      const { passkey } = await addByPassword(server(), account, addedBy);
      const thief = server().client();
      expect((await logInByPasskey(thief, passkey)).status).toBe(200);
      expect((await setPassword(thief, account)).status).toBe(403);
      expect((await thief.post(paths.passkeyRegistrationOptions)).status).toBe(403);
    },
  );

  it('is shown as such, and removed by a reset with a code, unlike any other', async () => {
    const account = await makeAccount(server());
    const { listed: own } = await addPasskey(account.maker, {}, 'Own');
    const { passkey, id } = await addByPassword(server(), account);
    const owner = server().client();
    await signInByCode(server(), owner, account.email);
    expect(await listPasskeys(owner)).toMatchObject([
      { id: own.id, endsWithReset: false },
      { id, endsWithReset: true },
    ]);
    expect((await setPassword(owner, account)).status).toBe(200);
    expect(await listPasskeys(owner)).toEqual([own]);
    expect((await logInByPasskey(server().client(), passkey)).error?.code).toBe('passkey_invalid');
    expect(await auditTrail(server(), account)).toContain('passkey.removed accepted');
    const mail = await server().mailbox.next(account.email, /password was changed/);
    expect(mail.text).toContain('with nothing but the old password were removed');
    expect(mail.text).toContain('Your passkeys still work.');
  });

  it('ends the sessions that it has opened when it is removed', async () => {
    const account = await makeAccount(server());
    const { passkey, id } = await addByPassword(server(), account);
    const thief = server().client();
    await logInByPasskey(thief, passkey);
    expect((await account.maker.post(paths.removePasskey, { id })).status).toBe(200);
    expect((await thief.get(paths.currentUser)).status).toBe(401);
  });

  it('is recognised among those that the version before has stored', async () => {
    const account = await makeAccount(server());
    await insertPasskeys(server().db, account.userId, 1);
    const { db } = server();
    const addedBy = async (openers: string[]) => {
      await sql`delete from sessions where user_id = ${account.userId}`.execute(db);
      for (const opener of openers)
        await sql`insert into sessions (user_id, opened_by, opened_at, expires_at)
          values (${account.userId}, ${opener}, now() - interval '5 minutes', now())`.execute(db);
      await sql`alter table sessions drop column browser, drop column network, drop column device,
        drop column first_generation`.execute(db);
      await sql`alter table passkeys drop column added_by`.execute(db);
      await accountRules.up(db as unknown as Kysely<unknown>);
      const [row] = await db
        .selectFrom('passkeys')
        .where('user_id', '=', account.userId)
        .select('added_by')
        .execute();
      return row?.added_by;
    };
    expect(await addedBy(['code'])).toBe('code');
    expect(await addedBy(['code', 'password'])).toBe('password');
    expect(await addedBy([])).toBeNull();
  });
});
