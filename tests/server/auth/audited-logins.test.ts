import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '#server/database/types.ts';
import { addPasskey, logInByPasskey } from '#tests/support/passkeys/passkey-steps.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import {
  auditTrail,
  logIn,
  logInByCode,
  loginCodePath,
  makeAccount,
} from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const dropPartitions = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name
    from pg_inherits where inhparent = 'audit'::regclass`.execute(db);
  for (const { name } of rows) await sql`drop table ${sql.raw(name)}`.execute(db);
};

/** While it runs, no audit row can be inserted. */
const withoutAudit = async <Result>(db: Kysely<Database>, act: () => Promise<Result>) => {
  await sql`alter table audit add constraint closed check (event = '') not valid`.execute(db);
  try {
    return await act();
  } finally {
    await sql`alter table audit drop constraint closed`.execute(db);
  }
};

onEachDatabase('a login and its audit row', (server) => {
  const sessions = async (userId: string) =>
    (await server().db.selectFrom('sessions').where('user_id', '=', userId).select('id').execute())
      .length;

  it('are both there, also in a week that has no partition yet', async () => {
    const { email, userId, maker } = await makeAccount(server());
    const { passkey } = await addPasskey(maker);
    // The notice about the passkey.
    await server().mailbox.next(email);
    const { db } = server();
    const trail = () => auditTrail(server(), { email, userId });
    const client = server().client();

    await dropPartitions(db);
    expect((await logIn(server().client(), email)).status).toBe(200);
    expect(await trail()).toEqual(['login.password accepted']);

    await dropPartitions(db);
    expect((await client.post(loginCodePath(email))).status).toBe(200);
    expect(await trail()).toEqual(['login.code.requested accepted']);
    const code = await server().mailbox.nextCode(email);

    await dropPartitions(db);
    expect((await logInByCode(client, email, code)).status).toBe(200);
    expect(await trail()).toEqual(['login.code accepted']);

    await dropPartitions(db);
    expect((await logInByPasskey(server().client(), passkey)).status).toBe(200);
    expect(await trail()).toEqual(['login.passkey accepted']);
  });

  it('are both missing if one of them cannot be stored, and the code is not used up', async () => {
    const { email, userId, maker } = await makeAccount(server());
    const { passkey } = await addPasskey(maker);
    // The notice about the passkey.
    await server().mailbox.next(email);
    const client = server().client();
    expect((await client.post(loginCodePath(email))).status).toBe(200);
    const code = await server().mailbox.nextCode(email);
    await passResendPause(server().db, email);
    const before = await sessions(userId);
    await withoutAudit(server().db, async () => {
      expect((await logIn(server().client(), email)).status).toBe(500);
      expect((await logInByCode(client, email, code)).status).toBe(500);
      expect((await logInByPasskey(server().client(), passkey)).status).toBe(500);
      expect((await client.post(loginCodePath(email))).status).toBe(500);
    });
    expect(await sessions(userId)).toBe(before);
    // No other code was requested.
    expect((await logInByCode(client, email, code)).status).toBe(200);
  });
});
