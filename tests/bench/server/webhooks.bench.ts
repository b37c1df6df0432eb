import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#server/config/app-config.ts';
import { createKeys } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { createDeliveries } from '#server/deliveries.ts';
import { createMailWorker } from '#server/mail/outbox.ts';
import type { Mail } from '#server/mail/transports.ts';
import { noMetrics } from '#server/metrics/metrics.ts';
import { createWebhooks } from '#server/webhooks/webhooks.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { openBenchDatabase } from './bench-database.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const ROUNDS = isQuick ? 2 : 10;
/** Code mails in a round, one after the other. */
const MAILS = 300;
const WAITING = 5000;

/** Dead endpoints: one takes requests and never answers, the other refuses connections. */
const deadEndpoints = ['silent', 'refusing'] as const;

/** The address of a dead endpoint. */
const openDeadEndpoint = async (dead: (typeof deadEndpoints)[number]): Promise<string> => {
  const server = createServer(() => {});
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (dead === 'silent') onTestFinished(close);
  else close();
  return `http://127.0.0.1:${port}/`;
};

const fill = (db: Kysely<Database>, address: string) =>
  sql`insert into outbox (kind, recipient, payload, subject, position, expires_at)
    select 'webhook', ${address}, '{"type": "lead.created", "timestamp": "", "data": {}}',
      gen_random_uuid(), n, now() + interval '90 days'
    from generate_series(1, ${sql.lit(WAITING)}) as n`.execute(db);

/** Webhooks that were or are being tried. */
const countClaimed = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int from outbox
    where kind = 'webhook' and attempts > 0`.execute(db);
  return rows[0]?.count ?? 0;
};

const enqueueCode = (db: Kysely<Database>, email: string) =>
  sql`with code as (
      insert into codes (email, purpose, challenge, attempts, expires_at)
      values (${email}, 'sign-up', gen_random_uuid(), 0, now() + interval '10 minutes')
      returning email, purpose, challenge)
    insert into outbox (kind, recipient, payload, expires_at)
    select 'code', email, jsonb_build_object('purpose', purpose, 'device', '', 'challenge', challenge),
      now() + interval '10 minutes' from code`.execute(db);

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

const sides = databaseKinds.flatMap((kind) => deadEndpoints.map((dead) => [dead, kind] as const));

test.each(sides)(
  'mails with codes beside a %s endpoint with 5,000 webhooks (%s)',
  async (dead, kind) => {
    const db = await openBenchDatabase(kind);
    const address = await openDeadEndpoint(dead);
    let onMail = (_to: string) => {};
    const mail: Mail = { place: '', close() {}, send: async ({ to }) => onMail(to) };
    const errors: unknown[] = [];
    const parts = { db, clock: systemClock, onError: (error: unknown) => errors.push(error) };
    const times = { without: [] as number[], beside: [] as number[] };

    const measure = async (name: keyof typeof times, round: number) => {
      const worker = createMailWorker({
        ...parts,
        prepareDeliveries: createDeliveries({ db, mail, codeKeys: createKeys(['']).codes }),
      });
      for (let count = 0; count < MAILS; count += 1) {
        const email = `asked-${count}@${name}-${round}.example`;
        const arrived = new Promise<void>((resolve) => {
          onMail = (to) => to === email && resolve();
        });
        const start = performance.now();
        await enqueueCode(db, email);
        worker.wake();
        await arrived;
        times[name].push(performance.now() - start);
      }
      await worker.stop();
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      await measure('without', round);
      await fill(db, address);
      const webhooks = createWebhooks({
        ...parts,
        metrics: noMetrics,
        settings: {
          endpoints: [{ address, secrets: [Buffer.alloc(32)] }],
          allowsPrivate: true,
        },
      });
      webhooks.wake();
      await expect.poll(() => countClaimed(db)).toBeGreaterThan(0);
      await measure('beside', round);
      await webhooks.stop();
      await sql`delete from outbox where kind = 'webhook'`.execute(db);
    }
    const row = (name: keyof typeof times) => ({
      database: kind,
      endpoint: name === 'beside' ? dead : 'none',
      'median, ms': Number(percentile(times[name], 0.5).toFixed(1)),
      'p99, ms': Number(percentile(times[name], 0.99).toFixed(1)),
    });
    const table = [row('without'), row('beside')];
    console.table(table);
    console.log(JSON.stringify(table));
  },
);
