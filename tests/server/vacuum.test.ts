import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { vacuumEmbedded } from '#server/db/vacuum.ts';
import { recordQueries } from '../support/record-queries.ts';
import { onEachDatabase } from '../support/test-server.ts';

const MAILS = 2000;

onEachDatabase('mail that has left', (server, kind) => {
  const deadRows = async () => {
    const { rows } = await sql<{ n: number }>`select n_dead_tup::integer as n
      from pg_stat_user_tables where relid = 'outbox'::regclass`.execute(server().db);
    return rows[0]?.n;
  };

  it('leaves nothing behind in the embedded database; a server clears up by itself', async () => {
    const { db } = server();
    await sql`insert into outbox (kind, recipient, payload, sent_at, expires_at)
      select 'code', 'asked@filled.example', '{}', now(), now() from generate_series(1, ${sql.lit(MAILS)})`.execute(
      db,
    );
    await sql`update outbox set attempts = 1, next_at = now() + interval '1 minute'`.execute(db);
    // What is counted is told once a second otherwise.
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { queries, through } = recordQueries();
    if (kind === 'PGlite') expect(await deadRows()).toBeGreaterThanOrEqual(MAILS);
    await vacuumEmbedded(through(db));
    const vacuumed = [...queries.keys()].filter((text) => text.startsWith('vacuum'));
    expect(vacuumed).toEqual(kind === 'PGlite' ? ['vacuum (analyze) "outbox"'] : []);
    if (kind === 'PGlite') expect(await deadRows()).toBe(0);
  });
});
