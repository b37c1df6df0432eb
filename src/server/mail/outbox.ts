import { type Kysely, type QueryCreator, sql } from 'kysely';
import type { Attribution } from '#contract/attribution.ts';
import type { LeadFields } from '#contract/demo-request.ts';
import { DAY_MS, MINUTE_MS, MS_PER_S } from '#contract/durations.ts';
import type { Clock } from '../config/app-config.ts';
import { fromNow } from '../database/time.ts';
import type { CodePurpose, Database } from '../database/types.ts';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
import { createOutboxWorker, type OutboxWorker } from '../outbox/worker.ts';
import { CONCURRENCY, MailRefusedError } from './transports.ts';

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

/** Time limit of one delivery. The transport limits single steps, not the total time of a slow server. */
export const DELIVERY_MS = 90_000;
const BACK_OFF_MS = [1000, 2000, 5000, 15_000, 30_000] as const;
const BACK_OFF_MAX_MS = MINUTE_MS;

/** What becomes of the row of a claimed mail. */
type Outcome =
  /** Deleted: sent, expired or refused. */
  | { id: string; next: 'remove' }
  /** Marked as sent and kept for a while, because of its idempotency key. */
  | { id: string; next: 'keep' }
  /** Marked as refused and kept for a while, because a browser asks for it. */
  | { id: string; next: 'keepRefused' }
  /** Due again after `delayMs` milliseconds. */
  | { id: string; next: 'retry'; delayMs: number };

/** Records the outcomes of deliveries, those of one kind in one statement. */
const recordOutcomes = async (
  db: Kysely<Database>,
  outcomes: readonly Outcome[],
): Promise<void> => {
  const idsOf = (wanted: Outcome['next']) =>
    outcomes.filter(({ next }) => next === wanted).map(({ id }) => id);
  const [removed, kept, refused] = [idsOf('remove'), idsOf('keep'), idsOf('keepRefused')];
  const retried = outcomes.filter((outcome) => outcome.next === 'retry');
  if (removed.length > 0)
    await sql`delete from outbox where id = any(${removed}::uuid[])`.execute(db);
  if (kept.length > 0)
    await sql`update outbox set sent_at = now() where id = any(${kept}::uuid[])`.execute(db);
  if (refused.length > 0)
    await sql`update outbox set sent_at = now(), outcome = 'refused'
      where id = any(${refused}::uuid[])`.execute(db);
  if (retried.length === 0) return;
  const ids = retried.map(({ id }) => id);
  const delaysS = retried.map(({ delayMs }) => delayMs / MS_PER_S);
  // The array twice, because the planner may scan the whole index for a join with few rows.
  await sql`update outbox set next_at = now() + make_interval(secs => delay_s),
      outcome = 'postponed'
    from unnest(${ids}::uuid[], ${delaysS}::float8[]) as retried (id, delay_s)
    where outbox.id = any(${ids}::uuid[]) and outbox.id = retried.id`.execute(db);
};

/**
 * Sends a claimed mail; `dropped` if it is not to be sent any more.
 *
 * @throws MailRefusedError on a permanent failure; any other error if the mail is to be retried
 */
export type Deliver = (due: DueMail, abortSignal: AbortSignal) => Promise<'sent' | 'dropped'>;

interface Parts {
  db: Kysely<Database>;
  /** Prepares mails that were claimed together; the function that it returns sends each of them. */
  prepareDeliveries(mails: readonly DueMail[]): Deliver;
  clock: Clock;
  /** Receives errors; must not log recipients. */
  onError(error: unknown): void;
  metrics?: Pick<Metrics, 'mailTried'>;
}

/** Delivers the mail of the outbox with retries. */
export const createMailWorker = ({
  db,
  prepareDeliveries,
  clock,
  onError,
  metrics = noMetrics,
}: Parts): OutboxWorker => {
  const failedOutcome = (due: DueMail, error: unknown, isStopping: boolean): Outcome => {
    const { id, kind, attempts, hasDedupeKey } = due;
    onError(error);
    const isPermanent = error instanceof MailRefusedError;
    metrics.mailTried(isPermanent ? 'refused' : 'retried');
    const delayMs = isStopping ? 0 : (BACK_OFF_MS[attempts - 1] ?? BACK_OFF_MAX_MS);
    if (!isPermanent) return { id, next: 'retry', delayMs };
    return { id, next: kind === 'code' && hasDedupeKey ? 'keepRefused' : 'remove' };
  };

  return createOutboxWorker<DueMail, Outcome>({
    db,
    clock,
    onError,
    concurrency: () => CONCURRENCY,
    deliveryMs: DELIVERY_MS,
    claim: (count, leaseMs) => claimMails(db, count, leaseMs),
    nextInMs: () => nextMailInMs(db),
    record: (outcomes) => recordOutcomes(db, outcomes),
    prepare(mails) {
      const deliver = prepareDeliveries(mails);
      return async (due, { abortSignal, isStopping }): Promise<Outcome> => {
        try {
          const result = await deliver(due, abortSignal);
          metrics.mailTried(result);
          return { id: due.id, next: result === 'sent' && due.hasDedupeKey ? 'keep' : 'remove' };
        } catch (error) {
          return failedOutcome(due, error, isStopping());
        }
      };
    },
  });
};
