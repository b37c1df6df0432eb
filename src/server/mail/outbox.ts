import { type Kysely, type QueryCreator, sql } from 'kysely';
import { fromNow, now } from '../db/time.ts';
import type { CodePurpose, Database } from '../db/types.ts';
import type { LeadFields } from '../leads/lead-fields.ts';

/** What a mail is made of when its turn comes. Texts only, and no secrets. */
export interface MailPayloads {
  code: { purpose: CodePurpose; device: string; challenge: string };
  sales: { companyName: string; userName: string; userEmail: string };
  passwordChanged: Record<string, never>;
  lead: LeadFields;
}

export type MailKind = keyof MailPayloads;

interface Enqueued<Kind extends MailKind> {
  kind: Kind;
  recipient: string;
  payload: MailPayloads[Kind];
  /** After this time an undelivered mail is dropped. */
  lifetimeMs: number;
  /** A second mail with the same key is ignored. */
  dedupeKey?: string;
}

/** A mail whose turn has come. */
export type DueMail = {
  [Kind in MailKind]: {
    id: string;
    kind: Kind;
    recipient: string;
    payload: MailPayloads[Kind];
    attempts: number;
    isExpired: boolean;
  };
}[MailKind];

/**
 * Puts a mail into the outbox. It goes out only if what it is part of succeeds: a transaction, or a
 * statement that writes other rows as well (`db.with(…)`).
 */
export const enqueueMail = async <Kind extends MailKind>(
  db: Pick<QueryCreator<Database>, 'insertInto'>,
  { kind, recipient, payload, lifetimeMs, dedupeKey }: Enqueued<Kind>,
): Promise<void> => {
  await db
    .insertInto('outbox')
    .values({
      kind,
      recipient,
      payload: JSON.stringify(payload),
      dedupe_key: dedupeKey ?? null,
      expires_at: fromNow(lifetimeMs),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute();
};

/**
 * Takes the mail that has waited longest and puts it out of everybody's reach for `leaseMs`, after
 * which it is due again, should this process die.
 */
export const claimMail = async (
  db: Kysely<Database>,
  leaseMs: number,
): Promise<DueMail | undefined> => {
  const { rows } = await sql<DueMail>`update outbox
    set attempts = attempts + 1, next_at = ${fromNow(leaseMs)}
    where id = (
      select id from outbox where sent_at is null and next_at <= now()
      order by next_at limit 1 for update skip locked)
    returning id, kind, recipient, payload, attempts, expires_at <= now() as "isExpired"`.execute(
    db,
  );
  return rows[0];
};

/** Keeps a mail out of reach for another `leaseMs`, while it is being delivered. */
export const renewLease = async (
  db: Kysely<Database>,
  id: string,
  leaseMs: number,
): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({ next_at: fromNow(leaseMs) })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
};

/**
 * Makes all that waits due at once: what a killed process was delivering, and what waited for a mail
 * server. Only for a database that no other process uses: it would take their mails from them.
 */
export const takeBackMail = async (db: Kysely<Database>): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({ next_at: now })
    .where('sent_at', 'is', null)
    .where('next_at', '>', now)
    .execute();
};

/** Notes that a mail has left. */
export const markSent = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.updateTable('outbox').set({ sent_at: sql<Date>`now()` }).where('id', '=', id).execute();
};

/** Removes a mail that need not leave any more. */
export const dropMail = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
};

/** Makes a mail that failed due again after a while. */
export const postponeMail = async (
  db: Kysely<Database>,
  id: string,
  delayMs: number,
): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({ next_at: fromNow(delayMs) })
    .where('id', '=', id)
    .execute();
};

/** Milliseconds until the next mail is due; undefined when none waits. */
export const nextMailInMs = async (db: Kysely<Database>): Promise<number | undefined> => {
  // The first of its index; a minimum would read all that waits where the planner expects little.
  const { rows } = await sql<{ ms: number }>`select
    ceil(extract(epoch from next_at - now()) * 1000)::float8 as ms
    from outbox where sent_at is null order by next_at limit 1`.execute(db);
  return rows[0]?.ms;
};
