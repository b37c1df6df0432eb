import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import { renewLease } from './outbox.ts';

/** After this time the mails of a process that died are due again. */
const LEASE_MS = 30_000;
/** How often a lease is renewed while its mail is being delivered. */
const LEASE_RENEWAL_MS = 10_000;
// Every step has a limit of the transport's; together they may take a slow server this long. One that
// answers drop by drop for ever must not keep a lane of the worker.
export const DELIVERY_MS = 90_000;
/** What a delivery may still take when the process is to end, which has ten seconds for everything. */
const LAST_DELIVERY_MS = 2000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /** Is told what went wrong. */
  onError(error: unknown): void;
}

interface Lease {
  /** Is aborted when the delivery takes too long. */
  giveUp: AbortSignal;
  /** Renews it no more; what the mail's row is set to afterwards stays. */
  stopRenewing(): Promise<void>;
  /** There is nothing left to give up on. */
  end(): void;
}

interface Leases {
  /** How long a mail is to be claimed for. */
  ms: number;
  /** Keeps a claimed mail from all others for as long as this process lives and delivers it. */
  hold(id: string): Lease;
  /** Has all deliveries be given up on in a while; the answer cancels that. */
  giveUpSoon(): () => void;
}

/**
 * Leases of mails that are being delivered: short, so that another process takes over soon when this
 * one is killed, and renewed, so that none does while this one is only slow.
 */
export const createLeases = ({ db, clock, onError }: Parts): Leases => {
  const held = new Set<AbortController>();

  const hold = (id: string): Lease => {
    const giveUp = new AbortController();
    let renewing = Promise.resolve();
    let isHeld = true;
    const renewLater = () => {
      cancelRenewal = clock.after(LEASE_RENEWAL_MS, () => {
        renewing = renewLease(db, id, LEASE_MS)
          .catch(onError)
          .then(() => {
            if (isHeld) renewLater();
          });
      });
    };
    let cancelRenewal = () => {};
    renewLater();
    const cancelLimit = clock.after(DELIVERY_MS, () => giveUp.abort());
    held.add(giveUp);
    return {
      giveUp: giveUp.signal,
      async stopRenewing() {
        isHeld = false;
        cancelRenewal();
        await renewing;
      },
      end() {
        cancelLimit();
        held.delete(giveUp);
      },
    };
  };

  return {
    ms: LEASE_MS,
    hold,
    giveUpSoon: () =>
      clock.after(LAST_DELIVERY_MS, () => {
        for (const giveUp of held) giveUp.abort();
      }),
  };
};
