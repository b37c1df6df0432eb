import type { Kysely } from 'kysely';
import type { Database } from './db/types.ts';

/** One outcome of an attempt to authenticate. Never a code, password or token. */
export interface AuditEntry {
  event: 'code.requested' | 'code.verified' | 'user.created' | 'user.completed' | 'session';
  outcome:
    | 'accepted'
    | 'rejected'
    | 'registered'
    | 'limited'
    | 'refreshed'
    | 'expired'
    | 'replayed'
    | 'ended';
  email?: string | undefined;
  userId?: string | undefined;
  network?: string | undefined;
}

/** Keeps an outcome for those who look into misuse (decisions, Operating it). */
export const audit = async (db: Kysely<Database>, entry: AuditEntry): Promise<void> => {
  await db
    .insertInto('audit')
    .values({
      event: entry.event,
      outcome: entry.outcome,
      email: entry.email ?? null,
      user_id: entry.userId ?? null,
      network: entry.network ?? null,
    })
    .execute();
};
