import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { createAuditPartitions } from '#server/database/audit-partitions.ts';
import { BATCH_ROWS, reap } from '#server/database/reaper.ts';
import { ago } from '#server/database/time.ts';
import { fillDatabase } from '#tests/support/server/database/fill-database.ts';
import { waitUntilIdle } from '#tests/support/server/mail/outbox.ts';
import { makeCompany, makeUser } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

onEachDatabase('the reaper', (server) => {
  const count = async (table: string) => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from ${sql.table(table)}`.execute(server().db);
    return rows[0]?.n ?? 0;
  };
  const age = (table: string, column: string, interval: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - ${sql.lit(interval)}::interval`.execute(
      server().db,
    );

  const ageExtended = async () => {
    await age('limits', 'tat', '1 second');
    await age('limits', 'reap_at', '1 second');
    await age('sessions', 'expires_at', '1 second');
    await age('sessions', 'reap_at', '1 second');
  };

  it('keeps what is in use and removes what has expired', async () => {
    const abandoned = server().email();
    await makeCompany(server(), server().client(), abandoned);
    const client = server().client();
    const { email } = await makeUser(server(), client);
    const company = { companyName: 'Acme', userName: 'Admin', userEmail: email };
    expect((await client.post(paths.notifySales, company)).status).toBe(200);
    await waitUntilIdle(server());
    const tables = ['codes', 'sign_ups', 'sessions', 'outbox', 'limits'];
    const before = await Promise.all(tables.map(count));
    expect(Math.min(...before)).toBeGreaterThan(0);
    await reap(server().db);
    // Limits per minute may have expired by then.
    const inUse = tables.slice(0, -1);
    expect(await Promise.all(inUse.map(count))).toEqual(before.slice(0, -1));
    expect(await count('limits')).toBeGreaterThan(0);

    await age('codes', 'expires_at', '1 second');
    await ageExtended();
    await age('sign_ups', 'expires_at', '1 second');
    await age('outbox', 'sent_at', '25 hours');
    await age('companies', 'updated_at', '25 hours');
    await reap(server().db);
    for (const table of tables) expect([table, await count(table)]).toEqual([table, 0]);

    const companies = await server().db.selectFrom('companies').select('owner_email').execute();
    expect(companies).toEqual([{ owner_email: email }]);
    expect(await count('users')).toBe(1);
  });

  it('postpones what has been used again, to its present end, and leaves what is not due', async () => {
    const { db } = server();
    await sql`delete from limits`.execute(db);
    await sql`insert into limits (key, tat, reap_at) values
      ('expired', now() - interval '1 second', now() - interval '1 hour'),
      ('used again', now() + interval '2 hours', now() - interval '1 hour'),
      ('not due', now() - interval '1 second', now() + interval '1 hour')`.execute(db);
    const { email } = await makeUser(server(), server().client());
    const user = db.selectFrom('users').where('email', '=', email).select('id');
    await sql`update sessions set expires_at = now() + interval '20 days',
      reap_at = now() - interval '1 second' where user_id = (${user})`.execute(db);
    await reap(db);
    const { rows } = await sql<{ key: string; hours: number }>`select key,
      round(extract(epoch from reap_at - now()) / 3600)::integer as hours
      from limits where key in ('expired', 'used again', 'not due') order by key`.execute(db);
    expect(rows).toEqual([
      { key: 'not due', hours: 1 },
      { key: 'used again', hours: 2 },
    ]);
    const sessions = await sql<{ same: boolean }>`select reap_at = expires_at as same from sessions
      where user_id = (${user})`.execute(db);
    expect(sessions.rows).toEqual([{ same: true }]);
  });

  it('keeps a company that was changed within the last day', async () => {
    const email = server().email();
    await makeCompany(server(), server().client(), email);
    await sql`update companies set created_at = now() - interval '3 days', updated_at = now() - interval '23 hours'
      where owner_email = ${email}`.execute(server().db);
    await reap(server().db);
    const company = await server()
      .db.selectFrom('companies')
      .where('owner_email', '=', email)
      .select('id')
      .execute();
    expect(company).toHaveLength(1);
  });

  it('forgets after 90 days that mail to an address came back', async () => {
    const { db } = server();
    await sql`insert into bounces (email, bounced_at) values
      ('old@acme.example', now() - interval '91 days'),
      ('new@acme.example', now() - interval '89 days')`.execute(db);
    await reap(db);
    const left = await db.selectFrom('bounces').select('email').execute();
    expect(left).toEqual([{ email: 'new@acme.example' }]);
    await db.deleteFrom('bounces').execute();
  });

  it('removes the demo requests of an address 24 months after its newest one', async () => {
    const { db } = server();
    const request = (email: string, age: string) =>
      sql`insert into leads (created_at, name, email, phone, organization, message,
          utm_source, utm_medium, utm_campaign, utm_term, utm_content, digest)
        values (now() - ${sql.lit(age)}::interval, 'Asha Rao', ${email}, '+919876543210', 'Acme', '',
          '', '', '', '', '', sha256(${`${email} ${age}`}::bytea))`.execute(db);
    await request('gone@acme.example', '24 months 1 day');
    await request('gone@acme.example', '30 months');
    await request('kept@acme.example', '24 months -1 day');
    await request('back@acme.example', '30 months');
    await request('back@acme.example', '1 month');
    await reap(db);
    const left = await db.selectFrom('leads').select('email').orderBy('email').execute();
    expect(left.map(({ email }) => email)).toEqual([
      'back@acme.example',
      'back@acme.example',
      'kept@acme.example',
    ]);
    await db.deleteFrom('leads').execute();
  });

  it('removes more than one batch per run, one batch per statement, and can be stopped in between', async () => {
    const { db } = server();
    const rows = 2 * BATCH_ROWS + 1;
    await fillDatabase(db, { users: 1, sessions: rows, leads: rows, others: rows });
    await age('codes', 'expires_at', '1 second');
    await ageExtended();
    await age('sign_ups', 'expires_at', '1 second');
    await sql`update sessions set ended_at = now() - interval '25 hours'`.execute(db);
    await sql`update outbox set sent_at = null, expires_at = now() - interval '25 hours'`.execute(
      db,
    );

    const removed: number[] = [];
    const countingDb = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        removed.push(Number(result.numAffectedRows ?? result.rows[0]?.['count']));
        return result;
      },
    });
    await reap(countingDb, () => removed.length > 0);
    expect(removed).toEqual([BATCH_ROWS]);

    await reap(countingDb);
    expect(Math.max(...removed)).toBe(BATCH_ROWS);
    const tables = ['codes', 'limits', 'sign_ups', 'sessions', 'outbox'];
    for (const table of tables) expect([table, await count(table)]).toEqual([table, 0]);
  });

  it('runs periodically, and maintains the partitions of the audit table', async () => {
    const { db, clock } = server();
    expect(clock.pending()).toContain(5 * 60_000);
    const weeks = async () => {
      const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name
        from pg_inherits where inhparent = 'audit'::regclass order by 1`.execute(db);
      return rows.map(({ name }) => name);
    };
    await createAuditPartitions(db, ago(200 * 24 * 60 * 60_000));
    const before = await weeks();
    await sql`drop table ${sql.table(before.at(-1) ?? '')}`.execute(db);
    clock.ring();
    await expect.poll(async () => (await weeks()).at(-1)).toBe(before.at(-1));
    await expect.poll(weeks).not.toContain(before[0]);
  });
});
