import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { openSession } from '#server/auth/sessions/browsers.ts';
import { refreshSession } from '#server/auth/sessions/session-routes.ts';
import { createKeys } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { consumeLimits } from '#server/limits/rate-limits.ts';
import { fillDatabase } from '#tests/support/server/database/fill-database.ts';
import { newBrowser } from '#tests/support/server/new-browser.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

/** Rows of several full pages. */
const ROWS = 600;
const DAY_MS = 24 * 60 * 60_000;
/** One row of so many is updated: their next versions fit into what the fill factor leaves of each page. */
const STEP = 4;
const KEYS = createKeys(['']).sessions;

/** Updates of a table so far, and how many of them were heap-only, as PostgreSQL counts them. */
const readUpdates = async (db: Kysely<Database>, table: string) => {
  // Statistics are otherwise flushed once per second only.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ all: number; hot: number }>`select n_tup_upd::integer as all,
    n_tup_hot_upd::integer as hot from pg_stat_user_tables
    where relid = ${table}::regclass`.execute(db);
  return rows[0] ?? { all: 0, hot: 0 };
};

onEachDatabase('heap-only updates', (server) => {
  /** The share of heap-only updates in what `work` does on one connection, whose statistics are read. */
  const shareOf = (table: string, work: (db: Kysely<Database>) => Promise<void>) =>
    server()
      .db.connection()
      .execute(async (db) => {
        const before = await readUpdates(db, table);
        await work(db);
        let after = before;
        await expect
          .poll(async () => {
            after = await readUpdates(db, table);
            return after.all - before.all;
          })
          .toBeGreaterThan(ROWS / STEP / 2);
        return (after.hot - before.hot) / (after.all - before.all);
      });

  it('count requests and refresh sessions, also in full pages', async () => {
    const { db } = server();
    await fillDatabase(db, { users: 1, sessions: ROWS, leads: 1, others: ROWS });
    const rate = { name: 'password tries', count: 1000, periodMs: DAY_MS };
    const limits = await shareOf('limits', async (connection) => {
      for (let n = 1; n <= ROWS; n += STEP)
        await consumeLimits(connection, [{ rate, subject: `failed-${n}@filled.example ` }]);
    });
    const { rows } = await sql<{ id: string }>`select md5('session ' || n)::uuid as id
      from generate_series(1, ${sql.lit(ROWS)}, ${sql.lit(STEP)}) as n`.execute(db);
    const sessions = await shareOf('sessions', async (connection) => {
      for (const { id } of rows)
        await refreshSession(connection, KEYS, { sessionId: id, generation: 1 }, newBrowser());
    });
    expect([limits, sessions]).toEqual([1, 1]);
  });
});

onEachDatabase('time-ordered ids', (server) => {
  it('are UUIDs of version 7 with the present time', async () => {
    const { rows } = await sql<{ id: string; before: number; after: number }>`
      select before, id, floor(extract(epoch from clock_timestamp()) * 1000)::float8 as after
      from (select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as before,
          time_ordered_uuid() as id
        from generate_series(1, 1000) offset 0) as made`.execute(server().db);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1000);
    for (const { id, before, after } of rows) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
      expect(ms).toBeGreaterThanOrEqual(before);
      expect(ms).toBeLessThanOrEqual(after);
    }
  });

  it('are those of sessions, mails and demo requests', async () => {
    const { db } = server();
    await fillDatabase(db, { users: 1, sessions: 0, leads: 0, others: 0 });
    const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const { sessionId } = await openSession(db, KEYS, {
      userId,
      openedBy: 'password',
      browser: newBrowser(),
      entry: { event: 'login.password' },
    });
    const mail = await sql<{
      id: string;
    }>`insert into outbox (kind, recipient, payload, expires_at, next_at)
      values ('passwordChanged', 'asha@acme.example', '{}', now(), now() + interval '1 day')
      returning id`.execute(db);
    const lead = await sql<{
      id: string;
    }>`insert into leads (name, email, phone, organization, message,
        utm_source, utm_medium, utm_campaign, utm_term, utm_content, digest)
      values ('Asha', 'asha@acme.example', '1', 'Acme', '', '', '', '', '', '', '\\x00')
      returning id`.execute(db);
    for (const id of [sessionId, mail.rows[0]?.id, lead.rows[0]?.id]) expect(id).toMatch(/^.{14}7/);
    const [session] = await db.selectFrom('sessions').selectAll().execute();
    expect(session?.reap_at).toEqual(session?.expires_at);
  });
});
