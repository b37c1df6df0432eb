import type { Kysely } from 'kysely';
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
