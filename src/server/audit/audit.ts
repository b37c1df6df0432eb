import { type Kysely, sql } from 'kysely';
import { createAuditPartitions } from '../database/audit-partitions.ts';
import type { Database } from '../database/types.ts';
import { wideNetworkOf } from '../http/client-network.ts';

/** An event of authentication, a change of a company, or a command of an operator. It has no code, password or token. */
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
    | 'login.passkey'
    | 'browser.link.requested'
    | 'browser.known'
    | 'password.changed'
    | 'passkey.added'
    | 'passkey.renamed'
    | 'passkey.removed'
    | 'ticket.revoked'
    | 'company.created'
    | 'company.updated'
    | 'logo.stored'
    | 'operator.ats'
    | 'operator.bounced'
    | 'operator.erased'
    | 'operator.leads'
    | 'operator.logged-out'
    | 'operator.replayed'
    | 'operator.restored';
  email?: string | undefined;
  userId?: string | undefined;
  network?: string | undefined;
}

/** An event that succeeded. */
export type Success = AuditEntry & {
  outcome: 'accepted' | 'ended' | 'revoked' | 'enabled' | 'disabled';
};
type Failure = AuditEntry & {
  outcome:
    | 'rejected'
    | 'registered'
    | 'limited'
    | 'closed'
    | 'expired'
    | 'replayed'
    | 'cloned'
    | 'moved';
};

/** check_violation (PostgreSQL, Appendix A). The table has no check but its partition bounds. */
const NO_PARTITION = '23514';

const isMissingPartition = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === NO_PARTITION;

const rowOf = ({ event, outcome, email, userId, network }: Success | Failure) => ({
  event,
  outcome,
  email: email ?? null,
  user_id: userId ?? null,
  network: network ?? null,
});

/**
 * Runs a statement that inserts into the audit table, and retries it after creating a missing partition.
 * Partitions are created weeks ahead, so one is missing only if the clock was set forward. Inside of a
 * transaction it throws instead, because the transaction is aborted.
 */
export const withPartition = async <Result>(
  db: Kysely<Database>,
  write: () => Promise<Result>,
): Promise<Result> => {
  try {
    return await write();
  } catch (error) {
    if (db.isTransaction || !isMissingPartition(error)) throw error;
    await createAuditPartitions(db);
    return write();
  }
};

/** The same event, `count` times. */
export const repeat = (entry: Success, count: number): Success[] =>
  Array.from({ length: count }, () => entry);

/** Inserts one audit row for each successful event. */
export const audit = async (
  db: Kysely<Database>,
  ...entries: [Success, ...Success[]]
): Promise<void> => {
  const rows = entries.map((entry) => ({ ...rowOf(entry), dedupe_key: null }));
  await withPartition(db, () => db.insertInto('audit').values(rows).execute());
};

/** A statement that also inserts the audit row of a successful event. For `withPartition`. */
export const withAudit = (db: Kysely<Database>, entry: Success) =>
  db.with('audited', (query) =>
    query.insertInto('audit').values({ ...rowOf(entry), dedupe_key: null }),
  );

// By wide network, because a client can rotate through its own address block.
const subjectOf = ({ network = '', email, userId }: Failure): string =>
  `${wideNetworkOf(network)} ${email ?? userId ?? ''}`;

/**
 * Inserts one audit row for all equal failures of a minute: same event, outcome, wide network and email
 * address (or user). Its time is the start of the minute. A flood of guesses adds few rows.
 * The row has no counter: repeated attempts would wait for each other's row lock, a look-up does not.
 *
 * @param dedupeSubject replaces network and address, such as by the subject of the limit that was exceeded
 */
export const auditFailure = async (
  db: Kysely<Database>,
  entry: Failure,
  dedupeSubject = subjectOf(entry),
): Promise<void> => {
  const at = sql<Date>`date_trunc('minute', now(), 'UTC')`;
  const dedupeKey = `${entry.event} ${entry.outcome} ${dedupeSubject}`;
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
