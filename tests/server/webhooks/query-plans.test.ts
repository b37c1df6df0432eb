import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { deliveryStates } from '#server/cli/webhooks.ts';
import { claimMails, nextMailInMs } from '#server/mail/outbox.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { claimWebhooks, nextWebhookInMs, recordWebhooks } from '#server/webhooks/queue.ts';
import { explainQuery } from '#tests/support/server/database/explain-query.ts';
import { recordQueries } from '#tests/support/server/database/record-queries.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const ROWS = 5000;
const ENDPOINT = 'https://one.example/hook';
const LEASE_MS = 30_000;
/** A claim looks at 64 rows, and for each at the one before it. */
const ROWS_READ_MAX = 64 * 6;

onEachDatabase('with thousands of webhooks that wait', (server) => {
  beforeAll(async () => {
    const { db } = server();
    // Half of them wait for another, and all but the mails are due.
    await sql`insert into outbox (kind, recipient, payload, subject, position, next_at, expires_at)
      select 'webhook', ${ENDPOINT}, '{"type": "company.created"}', md5('company ' || n / 2)::uuid, n,
        now() - n * interval '1 second', now() + interval '90 days'
      from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
    await sql`insert into webhook_deliveries (id, endpoint, event, subject, position, state, attempts)
      select md5('delivered ' || n)::uuid, ${ENDPOINT}, 'company.created',
        md5('delivered company ' || n)::uuid, n, 'delivered', 1
      from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
    await sql`insert into outbox (kind, recipient, payload, next_at, expires_at)
      select 'passwordChanged', n || '@acme.example', '{}', now() + interval '1 hour', now() + interval '1 day'
      from generate_series(1, 20) as n`.execute(db);
    await sql`analyze outbox, webhook_deliveries`.execute(db);
  });

  it('no statement of mails or webhooks reads more than the rows that it is about', async () => {
    const { queries, observe } = recordQueries();
    const db = observe(server().db);
    expect(await claimMails(db, 16, LEASE_MS)).toEqual([]);
    await nextMailInMs(db);
    await nextWebhookInMs(db, ENDPOINT);
    const [one, two] = await claimWebhooks(db, ENDPOINT, 4, LEASE_MS);
    await recordWebhooks(db, [
      { id: one?.id ?? '', next: 'delivered' },
      { id: two?.id ?? '', next: 'retry', delayMs: 1000 },
    ]);
    await deliveryStates(db, [one?.id ?? '']);
    const metrics = createMetrics();
    metrics.watchOutbox(db);
    metrics.watchWebhooks(db, [ENDPOINT]);
    await metrics.read();
    const asked = [...queries.values()];
    expect(asked.length).toBe(9);
    for (const query of asked) {
      const { fullScans, rowsRead } = await explainQuery(server().db, query);
      expect([query.sql, fullScans]).toEqual([query.sql, []]);
      expect([query.sql, rowsRead < ROWS_READ_MAX]).toEqual([query.sql, true]);
    }
  });
});
