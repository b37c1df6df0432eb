import { type Kysely, type QueryCreator, sql } from 'kysely';
import type { Attribution } from '#contract/attribution.ts';
import type { LeadFields } from '#contract/demo-request.ts';
import { DAY_MS } from '#contract/durations.ts';
import { fromNow } from '../database/time.ts';
import type { CodePurpose, Database } from '../database/types.ts';

/** Lifetime of an unsent mail without a code: as long as a mail server may be down. */
export const MAIL_LIFETIME_MS = 3 * DAY_MS;

/** Payloads by kind of mail, from which the worker renders the mail. They contain no secrets. */
export interface MailPayloads {
  /** `browser`: hash of the browser that may ask what became of the mail. */
  code: { purpose: CodePurpose; device: string; challenge: string; browser?: string };
  sales: {
    companyName: string;
    userName: string;
    userEmail: string;
    chosenPlan?: string;
    attribution?: Attribution;
  };
  passwordChanged: { hasPasskeys?: 'yes'; hasLostPasskeys?: 'yes' };
  passkeyAdded: Record<string, never>;
  passkeyRemoved: Record<string, never>;
  /** The worker makes the link. */
  browserLink: Record<string, never>;
  /** `browser`: in words, empty if unknown. `at`: ISO 8601. */
  newBrowser: { browser: string; network: string; at: string };
  lead: LeadFields & { attribution?: Attribution };
}

export type MailKind = keyof MailPayloads;

interface Enqueued<Kind extends MailKind> {
  kind: Kind;
  recipient: string;
  payload: MailPayloads[Kind];
  /** Time after which an undelivered mail is dropped. */
  lifetimeMs: number;
  /**
   * Idempotency key: a second mail with the same key is ignored. The row of the first one is kept for
   * `RETENTION_MS` after it was sent; others are deleted at once.
   */
  dedupeKey?: string;
}

/** A claimed mail. */
export type DueMail = {
  [Kind in MailKind]: {
    id: string;
    kind: Kind;
    recipient: string;
    payload: MailPayloads[Kind];
    attempts: number;
    isExpired: boolean;
    hasDedupeKey: boolean;
  };
}[MailKind];

/**
 * Inserts a mail into the outbox. `db` is a transaction or a statement with other writes (`db.with(…)`),
 * so that the mail is sent only if those succeed.
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
 * Claims the mails that are due longest, at most `count`, for `leaseMs`. After that they are due again, in
 * case this process was killed.
 */
export const claimMails = async (
  db: Kysely<Database>,
  count: number,
  leaseMs: number,
): Promise<DueMail[]> => {
  const { rows } = await sql<DueMail>`update outbox
    set attempts = attempts + 1, next_at = ${fromNow(leaseMs)}, outcome = null
    where id = any(array(
      select id from outbox
      where sent_at is null and kind <> 'webhook' and next_at <= now()
      order by next_at limit ${count} for update skip locked))
    returning id, kind, recipient, payload, attempts, expires_at <= now() as "isExpired",
      dedupe_key is not null as "hasDedupeKey"`.execute(db);
  return rows;
};

/** Milliseconds until the next mail is due; undefined if none waits. */
export const nextMailInMs = async (db: Kysely<Database>): Promise<number | undefined> => {
  // Reads the first row of the index. With `min` the planner may scan all unsent rows.
  const { rows } = await sql<{ ms: number }>`select
    ceil(extract(epoch from next_at - now()) * 1000)::float8 as ms
    from outbox where sent_at is null and kind <> 'webhook' order by next_at limit 1`.execute(db);
  return rows[0]?.ms;
};
