import { type Kysely, sql } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../database/types.ts';
import { renewLeases } from './outbox.ts';

/** Lifetime of a lease: the time after which the mails of a killed process are due again. */
const LEASE_MS = 30_000;
/** Interval of renewals during a delivery. */
const LEASE_RENEWAL_MS = 10_000;
/** Time limit of one delivery. The transport limits single steps, not the total time of a slow server. */
export const DELIVERY_MS = 90_000;
/** Time for running deliveries at shutdown, which takes at most ten seconds in total. */
const SHUTDOWN_DELIVERY_MS = 2000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /** Receives errors of renewals. */
  onError(error: unknown): void;
}

interface Lease {
  /** Aborted when the delivery takes too long, or at shutdown. */
  abortSignal: AbortSignal;
  /** Stops renewals and waits for a running one, so that it cannot overwrite later updates of the row. */
  stopRenewing(): Promise<void>;
  /** Cancels the time limit. */
  end(): void;
}

interface Leases {
  /** Lifetime of a lease, for the claim of a mail. */
  ms: number;
  /** Renews the lease of a claimed mail from now on. */
  start(id: string): Lease;
  /** Aborts all deliveries after `SHUTDOWN_DELIVERY_MS`. The returned function cancels that. */
  abortSoon(): () => void;
}

/**
 * Leases of mails in delivery. They are short, so that another process soon takes over from a killed one,
 * and renewed, all of them in one statement, so that no other process takes over from a slow one.
 */
export const createLeases = ({ db, clock, onError }: Parts): Leases => {
  const controllers = new Set<AbortController>();
  const ids = new Set<string>();
  let renewing = Promise.resolve();
  let isRenewing = false;
  let cancelTimer: (() => void) | undefined;

  const renew = async () => {
    isRenewing = true;
    await renewLeases(db, [...ids], LEASE_MS).catch(onError);
    isRenewing = false;
    renewLater();
  };

  const renewLater = () => {
    if (isRenewing || cancelTimer !== undefined || ids.size === 0) return;
    cancelTimer = clock.after(LEASE_RENEWAL_MS, () => {
      cancelTimer = undefined;
      renewing = renew();
    });
  };

  const start = (id: string): Lease => {
    const controller = new AbortController();
    const cancelLimit = clock.after(DELIVERY_MS, () => controller.abort());
    controllers.add(controller);
    ids.add(id);
    renewLater();
    return {
      abortSignal: controller.signal,
      async stopRenewing() {
        ids.delete(id);
        if (ids.size === 0) {
          cancelTimer?.();
          cancelTimer = undefined;
        }
        await renewing;
      },
      end() {
        cancelLimit();
        controllers.delete(controller);
      },
    };
  };

  return {
    ms: LEASE_MS,
    start,
    abortSoon: () =>
      clock.after(SHUTDOWN_DELIVERY_MS, () => {
        for (const controller of controllers) controller.abort();
      }),
  };
};

/** What becomes of the row of a claimed mail. */
export type Outcome =
  /** Deleted: sent, expired or refused. */
  | { id: string; next: 'remove' }
  /** Marked as sent and kept for a while, because of its idempotency key. */
  | { id: string; next: 'keep' }
  /** Marked as refused and kept for a while, because a browser asks for it. */
  | { id: string; next: 'keepRefused' }
  /** Due again after `delayMs` milliseconds. */
  | { id: string; next: 'retry'; delayMs: number };

/** Records the outcomes of deliveries, those of one kind in one statement. */
export const recordOutcomes = async (
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
