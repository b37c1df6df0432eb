import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { TestServer } from './test-server.ts';

const makeMailDue = ({ db }: TestServer) =>
  sql`update outbox set next_at = now() where sent_at is null`.execute(db);

/** What the outbox holds for an address. */
export const queued = ({ db }: TestServer, email: string) =>
  db
    .selectFrom('outbox')
    .where('recipient', '=', email)
    .select(['attempts', sql<number>`extract(epoch from next_at - now())::float8`.as('waits_s')])
    .executeTakeFirst();

/** Waits until delivery has failed that often and the worker has gone to rest. */
export const untilFailed = async (server: TestServer, email: string, times = 1) => {
  await vi.waitFor(async () => {
    const mail = await queued(server, email);
    expect(mail?.attempts).toBe(times);
    // While it is being tried, it is out of reach for two minutes.
    expect(mail?.waits_s).toBeLessThan(100);
    expect(server.clock.pending().some((ms) => ms <= 30_000)).toBe(true);
  }, 10_000);
};

/** Lets the worker try everything at once. */
export const tryAgain = async (server: TestServer) => {
  await makeMailDue(server);
  server.clock.ring();
};
