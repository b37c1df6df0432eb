import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { DELIVERY_MS } from '#server/mail/lease.ts';
import type { TestServer } from './test-server.ts';

// The worker looks again after this time at most; the reaper, which would clear up, does much later.
const LOOK_MS_MAX = 30_000;

const makeMailDue = ({ db }: TestServer) =>
  sql`update outbox set next_at = now() where sent_at is null`.execute(db);

/** What the outbox holds for an address. */
export const queued = ({ db }: TestServer, email: string) =>
  db
    .selectFrom('outbox')
    .where('recipient', '=', email)
    .select(['attempts', sql<number>`extract(epoch from next_at - now())::float8`.as('waits_s')])
    .executeTakeFirst();

// While a mail is being tried, the end of that is on the clock.
const isAtRest = ({ clock }: TestServer): boolean =>
  !clock.pending().includes(DELIVERY_MS) && clock.pending().some((ms) => ms <= LOOK_MS_MAX);

/** Waits until the worker has nothing to do. */
export const untilAtRest = (server: TestServer) =>
  vi.waitFor(() => expect(isAtRest(server)).toBe(true), 10_000);

/** Waits until delivery has failed that often and the worker has gone to rest. */
export const untilFailed = async (server: TestServer, email: string, times = 1) => {
  await vi.waitFor(async () => {
    const mail = await queued(server, email);
    expect(mail?.attempts).toBe(times);
    expect(isAtRest(server)).toBe(true);
  }, 10_000);
};

/** Lets the worker try everything at once. */
export const tryAgain = async (server: TestServer) => {
  await makeMailDue(server);
  server.clock.ring(LOOK_MS_MAX);
};
