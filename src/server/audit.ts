import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './db/types.ts';

/** One outcome of an attempt to authenticate. Never a code, password or token. */
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
  outcome:
    | 'accepted'
    | 'rejected'
    | 'registered'
    | 'limited'
    | 'closed'
    | 'refreshed'
    | 'expired'
    | 'replayed'
    | 'ended'
    | 'revoked';
  email?: string | undefined;
  userId?: string | undefined;
  network?: string | undefined;
}

const insert = async (
  db: Kysely<Database>,
  entries: readonly AuditEntry[],
  dedupeKey: RawBuilder<string> | null,
): Promise<void> => {
  const rows = entries.map(({ event, outcome, email, userId, network }) => ({
    event,
    outcome,
    email: email ?? null,
    user_id: userId ?? null,
    network: network ?? null,
    dedupe_key: dedupeKey,
  }));
  await db
    .insertInto('audit')
    .values(rows)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
};

/** Keeps outcomes for those who look into misuse (decisions, Operating it). */
export const audit = (
  db: Kysely<Database>,
  ...entries: [AuditEntry, ...AuditEntry[]]
): Promise<void> => insert(db, entries, null);

/**
 * Keeps that a limit has refused something, once a minute: a flood of guesses must not become a
 * flood of rows.
 *
 * @param countedBy the address or network that the limit counts by
 */
export const auditRefusal = (
  db: Kysely<Database>,
  entry: AuditEntry & { outcome: 'limited' | 'closed' },
  countedBy: string,
): Promise<void> => {
  const what = `${entry.event} ${entry.outcome} ${countedBy} `;
  const minute = sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`;
  return insert(db, [entry], sql<string>`${what}::text || ${minute}`);
};
