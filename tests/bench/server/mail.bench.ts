import type { AddressInfo } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#server/config/app-config.ts';
import { createKeys } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { createDeliveries } from '#server/deliveries.ts';
import { createMailWorker } from '#server/mail/outbox.ts';
import { openSmtp } from '#server/mail/transports.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { median } from '../median.ts';
import { openBenchDatabase } from './bench-database.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const ROUNDS = isQuick ? 1 : 5;
const MAILS = isQuick ? 200 : 500;
const MS_PER_S = 1000;
/** Time that a mail server takes to accept a mail: one beside the server, and one of a provider. */
const ACCEPT_MS = [0, 20];
const FROM = { name: 'Sitara', address: 'no-reply@sitara.example' };

/** A mail server in this process that counts what it accepts. */
const openCatcher = async (acceptMs: number, onMail: () => void): Promise<string> => {
  const server = new SMTPServer({
    closeTimeout: 1,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => {
        onMail();
        if (acceptMs === 0) done();
        else setTimeout(done, acceptMs);
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
};

const enqueueCodes = (db: Kysely<Database>, round: number) =>
  sql`with code as (
      insert into codes (email, purpose, challenge, attempts, expires_at)
      select 'asked-' || n || '@round-' || ${sql.lit(round)} || '.example', 'sign-up', gen_random_uuid(), 0,
        now() + interval '10 minutes' from generate_series(1, ${sql.lit(MAILS)}) as n
      returning email, purpose, challenge)
    insert into outbox (kind, recipient, payload, expires_at)
    select 'code', email, jsonb_build_object('purpose', purpose, 'device', '', 'challenge', challenge),
      now() + interval '10 minutes' from code`.execute(db);

test.each(databaseKinds.flatMap((kind) => ACCEPT_MS.map((acceptMs) => [kind, acceptMs] as const)))(
  'mails with codes a second (%s, accepted after %d ms)',
  async (kind, acceptMs) => {
    const db = await openBenchDatabase(kind);
    let mails = 0;
    const mail = openSmtp(await openCatcher(acceptMs, () => (mails += 1)), FROM);
    let statements = 0;
    const counted = db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const errors: unknown[] = [];
    const rates: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await enqueueCodes(db, round);
      const worker = createMailWorker({
        db: counted,
        prepareDeliveries: createDeliveries({
          db: counted,
          mail,
          codeKeys: createKeys(['']).codes,
        }),
        clock: systemClock,
        onError: (error) => errors.push(error),
      });
      const from = mails;
      const cpuBefore = process.cpuUsage();
      const start = performance.now();
      worker.wake();
      await expect.poll(() => mails - from, { timeout: 60_000, interval: 5 }).toBe(MAILS);
      await worker.stop();
      const { user, system } = process.cpuUsage(cpuBefore);
      cpu.push((user + system) / 1000 / MAILS);
      rates.push((MAILS / (performance.now() - start)) * MS_PER_S);
    }
    mail.close();
    expect(errors).toEqual([]);
    const table = [
      {
        database: kind,
        'accepted after, ms': acceptMs,
        'mails a second': Math.round(median(rates)),
        'processor ms a mail': Number(median(cpu).toFixed(2)),
        'statements a mail': Number((statements / MAILS / ROUNDS).toFixed(2)),
      },
    ];
    console.table(table);
    console.log(JSON.stringify(table));
  },
);
