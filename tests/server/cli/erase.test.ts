import { type Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { required } from '#contract/text.ts';
import { createUser } from '#server/auth/accounts/accounts.ts';
import { markBounced } from '#server/cli/company-changes.ts';
import { eraseAccount } from '#server/cli/erase-account.ts';
import type { Database } from '#server/database/types.ts';
import { networkRates } from '#server/limits/rates.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { waitForEmptyOutbox } from '#tests/support/server/database/database-state.ts';
import { causeEveryOutcome, limitNames, outcomes } from '#tests/support/server/every-outcome.ts';
import { findSecrets } from '#tests/support/server/find-secrets.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { logIn, loginCodePath, makeAccount } from '#tests/support/server/log-in-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const HEX_BYTES = /\\x((?:[0-9a-f]{2})+)/g;

/** Every row of every table as Latin-1 text, with the content of binary columns. */
const dump = async (db: Kysely<Database>): Promise<string[]> => {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not relispartition`.execute(db);
  const rows = tables.rows.map(async ({ name }) => {
    const found = await sql<{
      row: string;
    }>`select ${name} || t::text as row from ${sql.table(name)} t
      order by 1`.execute(db);
    return found.rows.map(({ row }) => {
      const bytes = [...row.matchAll(HEX_BYTES)].map(([, hex = '']) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      return [Buffer.from(row).toString('latin1'), ...bytes].join(' ');
    });
  });
  return (await Promise.all(rows)).flat();
};

/** A UUID as it may be written. */
const formsOfId = (id: string): string[] => {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return [id, bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
};

const rowsWith = (rows: readonly string[], words: readonly string[]): string[] =>
  rows.filter((row) => findSecrets(row, words).length > 0);

const deviceOf = (client: TestClient): string => client.cookies.get('device')?.split('.')[0] ?? '';

onEachDatabase('npm run company -- erase, after every outcome and every limit', (server) => {
  it.each(['', '+jobs'])('leaves nothing of an account and its mailbox (tag: %j)', async (tag) => {
    const { db } = server();
    onTestFinished(() => {
      server().mailbox.failure = undefined;
    });
    const mailbox = server().email();
    const email = mailbox.replace('@', `${tag}@`);
    const { userId, browser } = await causeEveryOutcome(server(), email);
    await markBounced(db, email);

    const trail = await db
      .selectFrom('audit')
      .where('event', 'not like', 'operator.%')
      .select(['event', 'outcome'])
      .distinct()
      .execute();
    const caused = trail.map(({ event, outcome }) => `${event} ${outcome}`);
    const all = Object.entries(outcomes).flatMap(([event, kinds]) =>
      kinds.map((outcome) => `${event} ${outcome}`),
    );
    expect(caused.sort()).toEqual(all.sort());
    const { rows: limits } = await sql<{ key: string }>`select key from limits`.execute(db);
    const untouched = limitNames.filter((name) =>
      limits.every(({ key }) => !key.startsWith(`${name} `)),
    );
    expect(untouched).toEqual([]);

    const [local = '', domain = ''] = mailbox.split('@');
    const digests = await db.selectFrom('leads').select('digest').execute();
    const words = [
      ...[email, mailbox, `${local}+`, domain, deviceOf(browser)],
      ...formsOfId(userId),
      ...digests.map(({ digest }) => digest.toString('hex')),
    ];
    const before = await dump(db);
    for (const word of [email, mailbox, userId, domain])
      expect(rowsWith(before, [word]), word).not.toEqual([]);

    expect(await eraseAccount(db, email)).toContain(`${email} is erased`);
    expect(rowsWith(await dump(db), words)).toEqual([]);
  });

  it('leaves the rows of others as they are, also of those in the same browser, mailbox or company', async () => {
    const { db } = server();
    const { email, companyId, maker } = await makeAccount(server());
    await passResendPause(db);
    const tagged = await makeAccount(server(), email.replace('@', '+own@'));
    const others = [await makeAccount(server()), tagged];
    await passResendPause(db);
    for (const other of others) {
      expect((await logIn(maker, other.email)).status).toBe(200);
      expect((await logIn(maker, other.email, 'not the password')).status).toBe(401);
      expect((await maker.post(loginCodePath(other.email))).status).toBe(200);
      await server().mailbox.nextCode(other.email);
    }
    const colleague = server().email();
    const fields = { name: 'Ravi', privilege: 'User', passwordHash: '' };
    const user = await createUser(db, { ...fields, email: colleague, companyId });

    // Limits that a known browser has used up, with those of the same browser for an address of the mailbox.
    for (const known of [maker, tagged.maker])
      for (let count = 0; count <= networkRates.logins.count; count += 1)
        await logIn(known, known === maker ? email : tagged.email, 'not the password');
    const words = others.flatMap((other) => [other.email, other.userId, other.companyId]);
    const rowsOfOthers = async () => rowsWith(await dump(db), [...words, required(user).id]);
    await waitForEmptyOutbox(server());
    const before = await rowsOfOthers();
    await eraseAccount(db, email);
    expect(await rowsOfOthers()).toEqual(before);
    expect(rowsWith(await dump(db), [email, deviceOf(maker)])).toEqual([]);
    const company = db.selectFrom('companies').where('id', '=', companyId).select('owner_email');
    expect(await company.execute()).toEqual([{ owner_email: colleague }]);
  });
});

onEachDatabase('a refresh beside an erasure', (server, kind) => {
  it.runIf(kind === 'PostgreSQL')(
    'waits for it, holds nothing that it deletes, and leaves nothing',
    async () => {
      const { db } = server();
      const { userId, maker } = await makeAccount(server());
      // Counts, so that its limit has a row.
      expect((await maker.post(paths.refresh)).status).toBe(200);
      let refreshing: ReturnType<TestClient['post']> | undefined;
      const { id } = await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '5s'`.execute(trx);
        const session = await trx
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .returning('id')
          .executeTakeFirstOrThrow();
        refreshing = maker.post(paths.refresh);
        await expect
          .poll(async () => {
            const { rows } = await sql`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
            return rows.length;
          })
          .toBe(1);
        await trx.deleteFrom('limits').where('key', '=', `renewals ${session.id}`).execute();
        return session;
      });
      expect((await refreshing)?.status).toBe(401);
      const limits = db.selectFrom('limits').where('key', 'like', `%${id}%`).select('key');
      expect(await limits.execute()).toEqual([]);
    },
  );
});
