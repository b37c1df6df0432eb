import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/types.ts';
import {
  claimMail,
  type DueMail,
  dropMail,
  markSent,
  nextMailInMs,
  postponeMail,
} from './outbox.ts';

// Longer than the slowest delivery, whose every step the transport bounds.
const LEASE_MS = 2 * 60_000;
// One slow receiving host must not hold up the rest.
const LANES = 4;
const BACK_OFF_MS = [1000, 2000, 5000, 15_000, 30_000, 60_000];
const POLL_MS = 30_000;
const POLL_MIN_MS = 50;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  /** Sends one mail; `dropped` when it has become pointless. Rejects when it is to be tried again. */
  deliver(mail: DueMail): Promise<'sent' | 'dropped'>;
  /** Is told what went wrong; must not log recipients. */
  onError(error: unknown): void;
}

export interface MailWorker {
  /** There may be mail. Returns at once. */
  wake(): void;
  /** Finishes what is being sent and takes nothing more. */
  stop(): Promise<void>;
}

/** Delivers the outbox, whichever process filled it, with retries (design, Server). */
export const createMailWorker = ({ db, clock, deliver, onError }: Parts): MailWorker => {
  let round: Promise<void> | undefined;
  let wasWoken = false;
  let isStopped = false;
  let cancelTimer = () => {};

  const deliverOne = async (mail: DueMail) => {
    try {
      if ((await deliver(mail)) === 'sent') await markSent(db, mail.id);
      else await dropMail(db, mail.id);
    } catch (error) {
      onError(error);
      const backOff = BACK_OFF_MS[Math.min(mail.attempts, BACK_OFF_MS.length) - 1] ?? POLL_MS;
      await postponeMail(db, mail.id, backOff);
    }
  };

  const lane = async () => {
    while (!isStopped) {
      const mail = await claimMail(db, LEASE_MS);
      if (!mail) return;
      await deliverOne(mail);
    }
  };

  const runRound = async () => {
    let delayMs = POLL_MS;
    try {
      do {
        wasWoken = false;
        await Promise.all(Array.from({ length: LANES }, lane));
      } while (wasWoken && !isStopped);
      delayMs = Math.min(Math.max((await nextMailInMs(db)) ?? POLL_MS, POLL_MIN_MS), POLL_MS);
    } catch (error) {
      onError(error);
    }
    round = undefined;
    if (isStopped) return;
    if (wasWoken) wake();
    else cancelTimer = clock.after(delayMs, wake);
  };

  const wake = () => {
    wasWoken = true;
    if (round || isStopped) return;
    cancelTimer();
    round = runRound();
  };

  return {
    wake,
    async stop() {
      isStopped = true;
      cancelTimer();
      await round;
    },
  };
};
