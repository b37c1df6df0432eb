import { type Kysely, sql } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';
import type { Clock } from '../config/app-config.ts';
import type { Database } from '../database/types.ts';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
import { createOutboxWorker, type OutboxWorker } from '../outbox/worker.ts';
import { MailRefusedError } from './mail.ts';
import { claimMails, type DueMail, nextMailInMs } from './outbox.ts';

/** Number of concurrent deliveries, so that one slow mail server does not delay the others. */
export const CONCURRENCY = 16;
/** Time limit of one delivery. The transport limits single steps, not the total time of a slow server. */
export const DELIVERY_MS = 90_000;
const BACK_OFF_MS = [1000, 2000, 5000, 15_000, 30_000] as const;
const BACK_OFF_MAX_MS = 60_000;

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
    concurrency: CONCURRENCY,
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
