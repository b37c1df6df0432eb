import { sql } from 'kysely';
import { expect } from 'vitest';
import { READERS_CHECK_MS } from '#server/http/connections.ts';
import { DELIVERY_MS } from '#server/mail/outbox.ts';
import type { TestServer } from '../test-server.ts';

// Longest polling interval of the worker; the reaper's timer is longer.
const POLL_MS_MAX = 30_000;

const makeMailDue = ({ db }: TestServer) =>
  sql`update outbox set next_at = now() where sent_at is null`.execute(db);

/** The outbox row of an address whose mail is not yet sent. */
export const queuedMail = ({ db }: TestServer, email: string) =>
  db
    .selectFrom('outbox')
    .where('recipient', '=', email)
    .where('sent_at', 'is', null)
    .select(['attempts', sql<number>`extract(epoch from next_at - now())::float8`.as('waits_s')])
    .executeTakeFirst();

// During a delivery, its timeout is on the clock.
const isIdle = ({ clock }: TestServer): boolean =>
  !clock.pending().includes(DELIVERY_MS) &&
  clock.pending().some((ms) => ms <= POLL_MS_MAX && ms !== READERS_CHECK_MS);

/** Waits until the worker is idle. */
export const waitUntilIdle = (server: TestServer) => expect.poll(() => isIdle(server)).toBe(true);

/** Waits until delivery has failed so often and the worker is idle. */
export const waitUntilDeliveryFails = async (server: TestServer, email: string, times = 1) => {
  const state = async () => {
    const mail = await queuedMail(server, email);
    return { attempts: mail?.attempts, isIdle: isIdle(server) };
  };
  await expect.poll(state).toEqual({ attempts: times, isIdle: true });
};

/** Makes all mail due and wakes the worker. */
export const retryDelivery = async (server: TestServer) => {
  await makeMailDue(server);
  server.clock.ring(POLL_MS_MAX);
};
