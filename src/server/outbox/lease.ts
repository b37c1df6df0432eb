import { type Kysely, sql } from 'kysely';
import type { Clock } from '../config/app-config.ts';
import { fromNow, now } from '../database/time.ts';
import type { Database } from '../database/types.ts';

/** Lifetime of a lease: the time after which the rows of a killed process are due again. */
const LEASE_MS = 30_000;
/** Interval of renewals during a delivery. */
const LEASE_RENEWAL_MS = 10_000;
/** Time for running deliveries at shutdown, which takes at most ten seconds in total. */
const SHUTDOWN_DELIVERY_MS = 2000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /** Time limit of one delivery, in milliseconds. */
  deliveryMs: number;
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
  /** Lifetime of a lease, for the claim of a row. */
  ms: number;
  /** Renews the lease of a claimed row from now on. */
  start(id: string): Lease;
  /** Aborts all deliveries after `SHUTDOWN_DELIVERY_MS`. The returned function cancels that. */
  abortSoon(): () => void;
}

/** Extends the claims of rows by `LEASE_MS` from now. */
const renewLeases = async (db: Kysely<Database>, ids: readonly string[]): Promise<void> => {
  await sql`update outbox set next_at = ${fromNow(LEASE_MS)}
    where id = any(${ids}::uuid[]) and sent_at is null`.execute(db);
};

/**
 * Leases of rows in delivery. They are short, so that another process soon takes over from a killed one,
 * and renewed, all of them in one statement, so that no other process takes over from a slow one.
 */
export const createLeases = ({ db, clock, deliveryMs, onError }: Parts): Leases => {
  const controllers = new Set<AbortController>();
  const ids = new Set<string>();
  let renewing = Promise.resolve();
  let isRenewing = false;
  let cancelTimer: (() => void) | undefined;

  const renew = async () => {
    isRenewing = true;
    await renewLeases(db, [...ids]).catch(onError);
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
    const cancelLimit = clock.after(deliveryMs, () => controller.abort());
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

/**
 * Makes rows due now, after a restart: claims of a killed process, and mails that wait for a mail server. The
 * pauses of webhooks are longer, and stay. Only for a database that no other process uses, because it ends their
 * claims.
 */
export const releaseClaims = async (db: Kysely<Database>): Promise<void> => {
  await db
    .updateTable('outbox')
    .set({ next_at: now })
    .where('sent_at', 'is', null)
    .where('next_at', '>', now)
    .where((on) => on.or([on('kind', '<>', 'webhook'), on('outcome', 'is', null)]))
    .execute();
};
