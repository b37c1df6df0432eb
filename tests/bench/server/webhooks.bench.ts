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
const ROUNDS = isQuick ? 2 : 20;
/** Code mails in a round, one after the other. */
const MAILS = 60;
const WAITING = 5000;

/** An endpoint that takes requests and never answers. */
const openDeadEndpoint = async () => {
  let requests = 0;
  const server = createServer(() => {
    requests += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, requests: () => requests };
};

const fill = (db: Kysely<Database>, address: string) =>
  sql`insert into outbox (kind, recipient, payload, subject, position, expires_at)
    select 'webhook', ${address}, '{"type": "lead.created", "timestamp": "", "data": {}}',
      gen_random_uuid(), n, now() + interval '90 days'
    from generate_series(1, ${sql.lit(WAITING)}) as n`.execute(db);

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

test.each(databaseKinds)(
  'mails with codes beside a dead endpoint with 5,000 webhooks (%s)',
  async (kind) => {
    const db = await openBenchDatabase(kind);
    const endpoint = await openDeadEndpoint();
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
      await fill(db, endpoint.address);
      const webhooks = createWebhooks({
        ...parts,
        metrics: noMetrics,
        settings: {
          endpoints: [{ address: endpoint.address, secrets: [Buffer.alloc(32)] }],
          allowsPrivate: true,
        },
      });
      const before = endpoint.requests();
      webhooks.wake();
      await expect.poll(() => endpoint.requests()).toBeGreaterThan(before);
      await measure('beside', round);
      await webhooks.stop();
      await sql`delete from outbox where kind = 'webhook'`.execute(db);
    }
    const row = (name: keyof typeof times) => ({
      database: kind,
      endpoint: name === 'beside' ? 'dead' : 'none',
      'median, ms': Number(percentile(times[name], 0.5).toFixed(1)),
      'p99, ms': Number(percentile(times[name], 0.99).toFixed(1)),
    });
    const table = [row('without'), row('beside')];
    console.table(table);
    console.log(JSON.stringify(table));
  },
);
