import { type Kysely, sql } from 'kysely';
import { createAuditPartitions } from './db/audit-partitions.ts';
import type { Database } from './db/types.ts';
import { wideNetworkOf } from './http/client-network.ts';

/** One attempt to authenticate. Never a code, password or token. */
export interface AuditEntry {
  event:
    | 'code.requested'
    | 'code.verified'
    | 'user.created'
    | 'user.completed'
    | 'session'
    | 'login'
    | 'login.password'
    | 'login.code'
    | 'login.code.requested'
    | 'password.changed';
  email?: string | undefined;
  userId?: string | undefined;
  network?: string | undefined;
}

type Success = AuditEntry & { outcome: 'accepted' | 'ended' | 'revoked' };
type Refused = AuditEntry & {
  outcome: 'rejected' | 'registered' | 'limited' | 'closed' | 'expired' | 'replayed';
};

/** check_violation (PostgreSQL, Appendix A): the table has no check but the bounds of its partitions. */
const NO_PARTITION = '23514';

const isWithoutPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NO_PARTITION;

const rowOf = ({ event, outcome, email, userId, network }: Success | Refused) => ({
  event,
  outcome,
  email: email ?? null,
  user_id: userId ?? null,
  network: network ?? null,
});

/**
 * Runs a statement that writes to the log. Partitions are made weeks ahead. One is missing only after
 * the clock was set forward, and then the row must not be lost. A transaction has failed by then, and
 * is repeated or reported as a whole.
 */
export const withPartition = async <Result>(
  db: Kysely<Database>,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write();
  } catch (error) {
    if (db.isTransaction || !isWithoutPartition(error)) throw error;
    await createAuditPartitions(db);
    return write();
  }
};

/** Keeps what somebody has achieved, a row each, for those who look into misuse. */
export const audit = async (
  db: Kysely<Database>,
  ...entries: [Success, ...Success[]]
): Promise<void> => {
  const rows = entries.map((entry) => ({ ...rowOf(entry), dedupe_key: null }));
  await withPartition(db, () => db.insertInto('audit').values(rows).execute());
};

// Neighbours of one wide network share a row: whoever has one can come from any of its addresses.
const subjectOf = ({ network = '', email, userId }: Refused): string =>
  `${wideNetworkOf(network)} ${email ?? userId ?? ''}`;

/**
 * Keeps that something was refused: one row per event, outcome, wide network, address (or user) and
 * minute. Its time is the start of the minute. It may stand for any number of tries, so that a flood
 * of guesses doesn't become a flood of rows. They aren't counted: a repeated try would write to the
 * row, and wait for all the others that do, where it now only looks it up.
 *
 * @param countedBy in place of network and address: whom the limit counts for that has refused it
 */
export const auditRefusal = async (
  db: Kysely<Database>,
  entry: Refused,
  countedBy = subjectOf(entry),
): Promise<void> => {
  const at = sql<Date>`date_trunc('minute', now(), 'UTC')`;
  const dedupeKey = `${entry.event} ${entry.outcome} ${countedBy}`;
  await withPartition(db, () =>
    db
      .insertInto('audit')
      .values({ ...rowOf(entry), at, dedupe_key: dedupeKey })
      .onConflict((conflict) =>
        conflict.columns(['dedupe_key', 'at']).where('dedupe_key', 'is not', null).doNothing(),
      )
      .execute(),
  );
};
