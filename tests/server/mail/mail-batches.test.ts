import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createKeys } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { createDeliveries } from '#server/deliveries.ts';
import { createMailWorker, enqueueMail } from '#server/mail/outbox.ts';
import { CONCURRENCY, type Mail, type Message } from '#server/mail/transports.ts';
import { waitUntilIdle } from '#tests/support/server/mail/outbox.ts';
import { createManualClock } from '#tests/support/server/manual-clock.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const HOUR_MS = 60 * 60_000;
const LEASE_RENEWAL_MS = 10_000;

/** Records the SQL of every statement, and fails those that `isFailing` selects. */
const watchStatements = (db: Kysely<Database>, isFailing = (_text: string) => false) => {
  const statements: string[] = [];
  const watched = db.withPlugin({
    transformQuery({ node, queryId }) {
      const { sql: text } = db.getExecutor().compileQuery(node, queryId);
      statements.push(text);
      if (isFailing(text)) throw new Error('the database is away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const count = (start: string) => statements.filter((text) => text.startsWith(start)).length;
  return { watched, count };
};

const CLAIM = 'update outbox\n    set attempts';
const RENEWAL = 'update outbox set next_at';
const CODES = 'update codes';
const REMOVAL = 'delete from outbox';

onEachDatabase('a mail worker', (server) => {
  // The server's own worker then takes no mail of these tests.
  beforeEach(() => waitUntilIdle(server()));

  const enqueueCodes = async (count: number, domain: string) => {
    const { db } = server();
    for (let index = 0; index < count; index += 1) {
      const email = `asha-${index}@${domain}`;
      const challenge = randomUUID();
      await sql`insert into codes (email, purpose, challenge, attempts, expires_at)
        values (${email}, 'sign-up', ${challenge}, 0, now() + interval '10 minutes')`.execute(db);
      await enqueueMail(db, {
        kind: 'code',
        recipient: email,
        payload: { purpose: 'sign-up', device: '', challenge },
        lifetimeMs: HOUR_MS,
      });
    }
  };

  const open = (
    send: (message: Message) => Promise<void>,
    isFailing?: (text: string) => boolean,
  ) => {
    const { watched, count } = watchStatements(server().db, isFailing);
    const clock = createManualClock();
    const errors: unknown[] = [];
    const mail: Mail = { send, place: 'nowhere', close: () => {} };
    const worker = createMailWorker({
      db: watched,
      prepareDeliveries: createDeliveries({ db: watched, mail, codeKeys: createKeys(['']).codes }),
      clock,
      onError: (error) => errors.push(error),
    });
    return { worker, clock, count, errors };
  };

  const rowsOf = (domain: string) =>
    server()
      .db.selectFrom('outbox')
      .where('recipient', 'like', `%@${domain}`)
      .select(['sent_at', sql<number>`extract(epoch from next_at - now())::float8`.as('waits_s')])
      .execute();

  it('claims as many mails as it has places, and makes their codes, in one statement each', async () => {
    const domain = 'claimed.example';
    await enqueueCodes(CONCURRENCY + 1, domain);
    let sending = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { worker, count, clock, errors } = open(async () => {
      sending += 1;
      await released;
    });
    worker.wake();
    await expect.poll(() => sending).toBe(CONCURRENCY);
    expect([count(CLAIM), count(CODES)]).toEqual([1, 1]);

    // All leases are renewed in one statement.
    await sql`update outbox set next_at = now() + interval '1 second'
      where next_at > now()`.execute(server().db);
    clock.ring(LEASE_RENEWAL_MS);
    const renewed = async () =>
      (await rowsOf(domain)).filter(({ waits_s: seconds }) => seconds > 25).length;
    await expect.poll(renewed).toBe(CONCURRENCY);
    expect(count(RENEWAL)).toBe(1);

    release();
    await expect.poll(() => rowsOf(domain)).toEqual([]);
    // One statement for the mails that end together, one for the last mail.
    expect(count(REMOVAL)).toBe(2);
    expect(sending).toBe(CONCURRENCY + 1);
    await worker.stop();
    expect(errors).toEqual([]);
  });

  it('keeps a sent mail only for its idempotency key', async () => {
    const { db } = server();
    const domain = 'sent.example';
    const sent: string[] = [];
    const { worker } = open(async ({ to }) => void sent.push(to));
    const enqueue = (recipient: string, dedupeKey?: string) =>
      enqueueMail(db, {
        kind: 'passwordChanged',
        recipient,
        payload: {},
        lifetimeMs: HOUR_MS,
        ...(dedupeKey !== undefined && { dedupeKey }),
      });
    await enqueue(`once@${domain}`, 'only once');
    await enqueue(`again@${domain}`);
    worker.wake();
    const waiting = async () =>
      (await rowsOf(domain)).filter(({ sent_at: sentAt }) => sentAt === null);
    await expect.poll(waiting).toEqual([]);
    expect(await rowsOf(domain)).toHaveLength(1);
    await enqueue(`once@${domain}`, 'only once');
    await enqueue(`again@${domain}`);
    worker.wake();
    await expect.poll(() => sent.length).toBe(3);
    await worker.stop();
    expect(sent.toSorted()).toEqual([`again@${domain}`, `again@${domain}`, `once@${domain}`]);
  });

  it('retries every mail of a batch whose codes could not be made', async () => {
    const domain = 'no-code.example';
    await enqueueCodes(3, domain);
    let isAway = true;
    const sent: string[] = [];
    const { worker, errors } = open(
      async ({ to }) => void sent.push(to),
      (text) => isAway && text.startsWith(CODES),
    );
    worker.wake();
    await expect.poll(() => errors).toEqual(Array(3).fill(new Error('the database is away')));
    // Not the lease any more, but the first back-off.
    const postponed = async () =>
      (await rowsOf(domain)).filter(({ waits_s: seconds }) => seconds <= 1).length;
    await expect.poll(postponed).toBe(3);
    expect(sent).toEqual([]);
    isAway = false;
    await sql`update outbox set next_at = now()`.execute(server().db);
    worker.wake();
    await expect.poll(() => rowsOf(domain)).toEqual([]);
    await worker.stop();
    expect(sent).toHaveLength(3);
  });

  it('sends a mail again after its lease when the outcome could not be recorded', async () => {
    const domain = 'unrecorded.example';
    await enqueueCodes(1, domain);
    let isAway = true;
    const sent: string[] = [];
    const { worker, errors, clock } = open(
      async ({ to }) => void sent.push(to),
      (text) => isAway && text.startsWith(REMOVAL),
    );
    worker.wake();
    await expect.poll(() => errors).toEqual([new Error('the database is away')]);
    const [row] = await rowsOf(domain);
    expect(row?.waits_s).toBeGreaterThan(20);
    isAway = false;
    await sql`update outbox set next_at = now()`.execute(server().db);
    await expect.poll(() => clock.pending().length).toBe(1);
    clock.ring();
    await expect.poll(() => rowsOf(domain)).toEqual([]);
    await worker.stop();
    expect(sent).toHaveLength(2);
  });
});
