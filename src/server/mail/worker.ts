import type { Kysely } from 'kysely';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../database/types.ts';
import { type Metrics, noMetrics } from '../http/metrics/metrics.ts';
import { createLeases } from './lease.ts';
import { MailRefusedError } from './mail-refused-error.ts';
import {
  claimMail,
  type DueMail,
  dropMail,
  markSent,
  nextMailInMs,
  postponeMail,
} from './outbox.ts';

/** Number of concurrent deliveries, so that one slow mail server does not delay the others. */
export const CONCURRENCY = 4;
const BACK_OFF_MS = [1000, 2000, 5000, 15_000, 30_000, 60_000];
const POLL_MS = 30_000;
const POLL_MIN_MS = 50;
/** Time until the next poll after a database error. */
const OUTAGE_POLL_MS = 1000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /**
   * Delivers one mail; `dropped` if it is obsolete. Rejects with a MailRefusedError on a permanent
   * failure, and with any other error if the delivery is to be retried or was aborted.
   */
  deliver(mail: DueMail, abortSignal: AbortSignal): Promise<'sent' | 'dropped'>;
  /** Receives errors; must not log recipients. */
  onError(error: unknown): void;
  metrics?: Pick<Metrics, 'mailTried'>;
}

export interface MailWorker {
  /** Polls the outbox now instead of after the timer. Does not wait for deliveries. */
  wake(): void;
  /** Claims no more mail, and waits shortly for running deliveries before it aborts them. */
  stop(): Promise<void>;
}

/** Delivers the mail of the outbox with retries. Any number of processes may share one outbox. */
export const createMailWorker = ({
  db,
  clock,
  deliver,
  onError,
  metrics = noMetrics,
}: Parts): MailWorker => {
  const leases = createLeases({ db, clock, onError });
  const deliveries = new Set<Promise<void>>();
  let isPolling = false;
  let isWoken = false;
  let isStopped = false;
  let cancelTimer = () => {};

  const backOffMs = ({ attempts }: DueMail): number =>
    isStopped ? 0 : (BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] ?? POLL_MS);

  const deliverOne = async (mail: DueMail) => {
    const lease = leases.start(mail.id);
    try {
      const outcome = await deliver(mail, lease.abortSignal);
      metrics.mailTried(outcome);
      await lease.stopRenewing();
      if (outcome === 'sent') await markSent(db, mail.id);
      else await dropMail(db, mail.id);
    } catch (error) {
      onError(error);
      const isPermanent = error instanceof MailRefusedError;
      metrics.mailTried(isPermanent ? 'refused' : 'retried');
      await lease.stopRenewing();
      if (isPermanent) await dropMail(db, mail.id);
      else await postponeMail(db, mail.id, backOffMs(mail));
    } finally {
      lease.end();
    }
  };

  /** Claims the next due mail. If there is none, schedules the next poll. */
  const claimNext = async (): Promise<DueMail | undefined> => {
    let delayMs = OUTAGE_POLL_MS;
    try {
      do {
        isWoken = false;
        const mail = await claimMail(db, leases.ms);
        if (mail) return mail;
        const dueInMs = (await nextMailInMs(db)) ?? POLL_MS;
        delayMs = Math.min(Math.max(dueInMs, POLL_MIN_MS), POLL_MS);
        // A wake-up during the query may be for a mail that the query did not see.
      } while (isWoken && !isStopped);
    } catch (error) {
      onError(error);
    }
    if (!isStopped) cancelTimer = clock.after(delayMs, wake);
    return undefined;
  };

  const claimAndDeliver = async () => {
    const mail = await claimNext();
    isPolling = false;
    if (!mail) return;
    // Polls for more mail while this one is delivered.
    poll();
    await deliverOne(mail).catch(onError);
    isWoken = true;
  };

  const poll = () => {
    if (isPolling || isStopped || deliveries.size === CONCURRENCY) return;
    isPolling = true;
    cancelTimer();
    const delivery = claimAndDeliver().then(() => {
      deliveries.delete(delivery);
      if (isWoken) poll();
    });
    deliveries.add(delivery);
  };

  const wake = () => {
    isWoken = true;
    poll();
  };

  return {
    wake,
    async stop() {
      isStopped = true;
      cancelTimer();
      const cancelAbort = leases.abortSoon();
      await Promise.all(deliveries);
      cancelAbort();
    },
  };
};
