import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { vacuumEmbedded } from '#server/database/vacuum.ts';
import { recordQueries } from '#tests/support/server/database/record-queries.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const MAILS = 2000;

onEachDatabase('vacuuming the embedded database', (server, kind) => {
  const deadRows = async () => {
    const { rows } = await sql<{ n: number }>`select n_dead_tup::integer as n
      from pg_stat_user_tables where relid = 'outbox'::regclass`.execute(server().db);
    return rows[0]?.n;
  };

  it('removes the bytes of delivered mail; a server does it by itself', async () => {
    const { db } = server();
    await sql`insert into outbox (kind, recipient, payload, sent_at, expires_at)
      select 'code', 'asked@filled.example', '{}', now(), now() from generate_series(1, ${sql.lit(MAILS)})`.execute(
      db,
    );
    await sql`update outbox set attempts = 1, next_at = now() + interval '1 minute'`.execute(db);
    // Statistics are otherwise flushed once per second only.
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { queries, observe } = recordQueries();
    if (kind === 'PGlite') expect(await deadRows()).toBeGreaterThanOrEqual(MAILS);
    await vacuumEmbedded(observe(db));
    const vacuumed = [...queries.keys()].filter((text) => text.startsWith('vacuum'));
    expect(vacuumed).toEqual(kind === 'PGlite' ? ['vacuum (analyze) "outbox"'] : []);
    if (kind === 'PGlite') expect(await deadRows()).toBe(0);
  });

  it.runIf(kind === 'PGlite')('covers only the changed partitions of the audit table', async () => {
    const { db } = server();
    await sql`insert into audit (event, outcome) select 'login', 'limited'
      from generate_series(1, ${sql.lit(MAILS)})`.execute(db);
    await sql`update audit set email = null`.execute(db);
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ week: string }>`select distinct tableoid::regclass::text as week
      from audit`.execute(db);
    const { queries, observe } = recordQueries();
    await vacuumEmbedded(observe(db));
    const vacuumed = [...queries.keys()].filter((text) => text.startsWith('vacuum'));
    expect(vacuumed).toEqual([`vacuum (analyze) "${rows[0]?.week}"`]);
  });

  it.runIf(kind === 'PGlite')('does not make the log grow with every change', async () => {
    const { db } = server();
    const files = async () => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from pg_ls_waldir()`.execute(db);
      return rows[0]?.n ?? 0;
    };
    // A log segment has 16 MB.
    const writeSegment = async () => {
      for (let megabytes = 0; megabytes < 17; megabytes += 1)
        await sql`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`.execute(db);
    };
    await writeSegment();
    await vacuumEmbedded(db);
    await writeSegment();
    await vacuumEmbedded(db);
    const before = await files();
    for (let round = 0; round < 4; round += 1) {
      await writeSegment();
      await vacuumEmbedded(db);
    }
    // The end of a round may lie in one more segment; without checkpoints there would be four.
    expect(await files()).toBeLessThanOrEqual(before + 1);
  });
});
