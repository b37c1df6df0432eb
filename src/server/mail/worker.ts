import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import { type Metrics, noMetrics } from '../metrics/metrics.ts';
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

/** How many mails are sent at once: one slow receiving host must not hold up the rest. */
export const LANES = 4;
const BACK_OFF_MS = [1000, 2000, 5000, 15_000, 30_000, 60_000];
const POLL_MS = 30_000;
const POLL_MIN_MS = 50;
/** How soon the outbox is looked at again after the database failed. */
const OUTAGE_POLL_MS = 1000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /**
   * Sends one mail; `dropped` when it has become pointless. Rejects with a MailRefusedError when it
   * never will be taken, and with anything else when it is to be tried again or is given up on.
   */
  deliver(mail: DueMail, giveUp: AbortSignal): Promise<'sent' | 'dropped'>;
  /** Is told what went wrong; must not log recipients. */
  onError(error: unknown): void;
  metrics?: Pick<Metrics, 'mailTried'>;
}

export interface MailWorker {
  /** There may be mail. Returns at once. */
  wake(): void;
  /** Takes nothing more, and finishes what is being sent if that doesn't take long. */
  stop(): Promise<void>;
}

/** Delivers the outbox, whichever process filled it, with retries (design, Server). */
export const createMailWorker = ({
  db,
  clock,
  deliver,
  onError,
  metrics = noMetrics,
}: Parts): MailWorker => {
  const leases = createLeases({ db, clock, onError });
  const lanes = new Set<Promise<void>>();
  let isLooking = false;
  let wasWoken = false;
  let isStopped = false;
  let cancelTimer = () => {};

  const backOffMs = ({ attempts }: DueMail): number =>
    isStopped ? 0 : (BACK_OFF_MS[Math.min(attempts, BACK_OFF_MS.length) - 1] ?? POLL_MS);

  const deliverOne = async (mail: DueMail) => {
    const lease = leases.hold(mail.id);
    try {
      const outcome = await deliver(mail, lease.giveUp);
      metrics.mailTried(outcome);
      await lease.stopRenewing();
      if (outcome === 'sent') await markSent(db, mail.id);
      else await dropMail(db, mail.id);
    } catch (error) {
      onError(error);
      const isRefused = error instanceof MailRefusedError;
      metrics.mailTried(isRefused ? 'refused' : 'retried');
      await lease.stopRenewing();
      if (isRefused) await dropMail(db, mail.id);
      else await postponeMail(db, mail.id, backOffMs(mail));
    } finally {
      lease.end();
    }
  };

  /** Takes the next mail; where there is none, plans when to look again. */
  const findMail = async (): Promise<DueMail | undefined> => {
    let delayMs = OUTAGE_POLL_MS;
    try {
      do {
        wasWoken = false;
        const mail = await claimMail(db, leases.ms);
        if (mail) return mail;
        const dueInMs = (await nextMailInMs(db)) ?? POLL_MS;
        delayMs = Math.min(Math.max(dueInMs, POLL_MIN_MS), POLL_MS);
        // Who woke it meanwhile may have been too late for this look.
      } while (wasWoken && !isStopped);
    } catch (error) {
      onError(error);
    }
    if (!isStopped) cancelTimer = clock.after(delayMs, wake);
    return undefined;
  };

  const runLane = async () => {
    const mail = await findMail();
    isLooking = false;
    if (!mail) return;
    // Another lane looks for more while this one delivers, however long that takes.
    look();
    await deliverOne(mail).catch(onError);
    wasWoken = true;
  };

  const look = () => {
    if (isLooking || isStopped || lanes.size === LANES) return;
    isLooking = true;
    cancelTimer();
    const lane = runLane().then(() => {
      lanes.delete(lane);
      if (wasWoken) look();
    });
    lanes.add(lane);
  };

  const wake = () => {
    wasWoken = true;
    look();
  };

  return {
    wake,
    async stop() {
      isStopped = true;
      cancelTimer();
      const cancel = leases.giveUpSoon();
      await Promise.all(lanes);
      cancel();
    },
  };
};
