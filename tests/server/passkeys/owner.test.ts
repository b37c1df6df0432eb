import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { DUMMY_HASH } from '#server/auth/accounts/passwords.ts';
import { eraseAccount } from '#server/cli/erase-account.ts';
import { reap } from '#server/database/reaper.ts';
import {
  addPasskey,
  askToAdd,
  askToLogIn,
  listPasskeys,
  logInByPasskey,
} from '#tests/support/passkeys/passkey-steps.ts';
import { auditTrail, logIn, makeAccount } from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('the owner of passkeys', (server) => {
  it('sees them in the order in which they were added, and renames one', async () => {
    const { maker, email, userId } = await makeAccount(server());
    const { listed: one } = await addPasskey(maker, {}, 'One');
    const { listed: two } = await addPasskey(maker, { isBackedUp: false }, 'Two');
    const renamed = await maker.post(paths.renamePasskey, { id: one.id, name: ' First ' });
    expect([renamed.status, renamed.body]).toEqual([200, { message: 'renamed' }]);
    expect(await listPasskeys(maker)).toEqual([{ ...one, name: 'First' }, two]);
    expect(await auditTrail(server(), { email, userId })).toContain('passkey.renamed accepted');
  });

  it('removes one; it is reported by mail, and sessions that a passkey opened elsewhere end', async () => {
    const { maker, email, userId } = await makeAccount(server());
    const { passkey, listed } = await addPasskey(maker);
    const [byPasskey, byPassword] = [server().client(), server().client()];
    await logInByPasskey(byPasskey, passkey);
    await logIn(byPassword, email);
    await server().mailbox.next(email);
    const removed = await maker.post(paths.removePasskey, { id: listed.id });
    expect([removed.status, removed.body]).toEqual([200, { message: 'removed' }]);
    expect(await listPasskeys(maker)).toEqual([]);
    expect((await byPasskey.get(paths.currentUser)).status).toBe(401);
    expect((await byPassword.get(paths.currentUser)).status).toBe(200);
    const mail = await server().mailbox.next(email);
    expect(mail.subject).toContain('A passkey was removed');
    for (const part of [mail.text, mail.html]) expect(part).not.toMatch(/https?:|href|Laptop/);
    const trail = await auditTrail(server(), { email, userId });
    expect(trail).toContain('passkey.removed accepted');
    expect(trail.filter((line) => line === 'session revoked')).toHaveLength(1);
  });

  it('who signed in by the passkey stays signed in when removing it', async () => {
    const { maker } = await makeAccount(server());
    const { passkey, listed } = await addPasskey(maker);
    const client = server().client();
    await logInByPasskey(client, passkey);
    expect((await client.post(paths.removePasskey, { id: listed.id })).status).toBe(200);
    expect((await client.get(paths.currentUser)).status).toBe(200);
  });

  it('cannot touch the passkey of another user, nor one that is gone', async () => {
    const [owner, other] = [await makeAccount(server()), await makeAccount(server())];
    const { listed, passkey } = await addPasskey(owner.maker);
    const { id } = listed;
    const attempts = () => [
      other.maker.post(paths.renamePasskey, { id, name: 'Mine' }),
      other.maker.post(paths.removePasskey, { id }),
    ];
    for (const response of await Promise.all(attempts()))
      expect([response.status, response.error?.code]).toEqual([404, 'not_found']);
    expect((await listPasskeys(owner.maker))[0]?.name).toBe('Laptop');
    expect((await logInByPasskey(server().client(), passkey)).status).toBe(200);
    const trail = await auditTrail(server(), other);
    for (const event of ['renamed', 'removed'])
      expect(trail).toContain(`passkey.${event} rejected`);
    await owner.maker.post(paths.removePasskey, { id });
    expect((await owner.maker.post(paths.removePasskey, { id })).status).toBe(404);
  });

  it('without a password keeps the last one, also if two are removed at once', async () => {
    const { maker, userId, email } = await makeAccount(server());
    const { listed: one } = await addPasskey(maker);
    const { listed: two } = await addPasskey(maker);
    await sql`update users set password_hash = ${DUMMY_HASH} where id = ${userId}`.execute(
      server().db,
    );
    const both = await Promise.all(
      [one, two].map(({ id }) => maker.post(paths.removePasskey, { id })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.flatMap(({ error }) => error?.code ?? [])).toEqual(['last_way_in']);
    expect(await listPasskeys(maker)).toHaveLength(1);
    expect(await auditTrail(server(), { email, userId })).toContain('passkey.removed rejected');
  });

  it('has none left after erasure, and no challenge', async () => {
    const { maker, email, userId } = await makeAccount(server());
    const { passkey } = await addPasskey(maker);
    await askToAdd(maker);
    await eraseAccount(server().db, email);
    for (const table of ['passkeys', 'passkey_challenges'] as const) {
      const rows = await server()
        .db.selectFrom(table)
        .where('user_id', '=', userId)
        .select('user_id')
        .execute();
      expect([table, rows]).toEqual([table, []]);
    }
    const response = await logInByPasskey(server().client(), passkey);
    expect(response.error?.code).toBe('passkey_invalid');
  });

  it('leaves no challenge behind that has expired', async () => {
    const challenges = async () => {
      const rows = await server().db.selectFrom('passkey_challenges').select('hash').execute();
      return rows.length;
    };
    await sql`delete from passkey_challenges`.execute(server().db);
    await askToLogIn(server().client());
    await reap(server().db);
    expect(await challenges()).toBe(1);
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(
      server().db,
    );
    await reap(server().db);
    expect(await challenges()).toBe(0);
  });

  it('leaves no secret of a ceremony in the database, and nothing in the log', async () => {
    const { maker } = await makeAccount(server());
    const { challenge } = await askToAdd(maker);
    const { challenge: other } = await askToLogIn(maker);
    const { rows } = await sql<{
      row: string;
    }>`select t::text as row from passkey_challenges t`.execute(server().db);
    const stored = rows.map(({ row }) => row).join();
    for (const secret of [challenge, other]) {
      expect(stored).not.toContain(Buffer.from(secret).toString('hex'));
      expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
      expect(server().logs.join()).not.toContain(secret);
    }
  });
});
