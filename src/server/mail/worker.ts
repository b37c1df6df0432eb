import type { Kysely } from 'kysely';
import { isRegistered } from '../auth/accounts/create-user.ts';
import { makeCode, refundCodeRequest } from '../auth/codes/issue-code.ts';
import type { Clock } from '../config/clock.ts';
import type { Database } from '../database/types.ts';
import { type Metrics, noMetrics } from '../http/metrics/metrics.ts';
import { createLeases } from './lease.ts';
import type { Mail } from './mail.ts';
import { MailRefusedError } from './mail-refused-error.ts';
import {
  claimMail,
  type DueMail,
  dropMail,
  type MailKind,
  markSent,
  nextMailInMs,
  postponeMail,
} from './outbox.ts';
import { codeMail } from './templates/code-mail.ts';
import { leadMail } from './templates/lead-mail.ts';
import { passwordChangedMail } from './templates/password-changed-mail.ts';
import { salesMail } from './templates/sales-mail.ts';

/** Number of concurrent deliveries, so that one slow mail server does not delay the others. */
export const CONCURRENCY = 4;
const BACK_OFF_MS = [1000, 2000, 5000, 15_000, 30_000, 60_000];
const POLL_MS = 30_000;
const POLL_MIN_MS = 50;
/** Time until the next poll after a database error. */
const OUTAGE_POLL_MS = 1000;

interface Parts {
  db: Kysely<Database>;
  mail: Mail;
  /** Key of code hashes. */
  codeKey: Buffer;
  clock: Clock;
  /** Receives errors; must not log recipients. */
  onError(error: unknown): void;
  metrics?: Pick<Metrics, 'mailTried'>;
}

export interface MailWorker {
  /** Polls the outbox now instead of after the timer. Does not wait for deliveries. */
  wake(): void;
  /** Claims no more mail, and waits briefly for running deliveries before it aborts them. */
  stop(): Promise<void>;
}

const deliverCode = async (
  { db, mail, codeKey }: Parts,
  due: DueMail & { kind: 'code' },
  abortSignal: AbortSignal,
) => {
  const { purpose, device, challenge } = due.payload;
  const request = { email: due.recipient, purpose, device, challenge };
  // An address without an account. Its request still counts: a refund would reveal that there is none.
  if (purpose === 'login' && !(await isRegistered(db, due.recipient))) return 'dropped';
  const code = due.isExpired ? undefined : await makeCode(db, codeKey, request);
  const refund = async () => {
    // A login request still counts, as it does for an address without an account.
    if (purpose === 'sign-up') await refundCodeRequest(db, request);
  };
  if (code === undefined) {
    await refund();
    return 'dropped';
  }
  try {
    await mail.send({ to: due.recipient, ...codeMail(code) }, abortSignal);
  } catch (error) {
    if (error instanceof MailRefusedError) await refund();
    throw error;
  }
  return 'sent';
};

const messageOf = (due: DueMail & { kind: Exclude<MailKind, 'code'> }) => {
  if (due.kind === 'sales') return salesMail(due.payload);
  return due.kind === 'lead' ? leadMail(due.payload) : passwordChangedMail();
};

/**
 * Renders the mail of an outbox row, generating the code if it has one, and sends it; `dropped` if it is
 * obsolete.
 *
 * @throws MailRefusedError on a permanent failure; any other error if the mail is to be retried
 */
const deliver = async (
  parts: Parts,
  due: DueMail,
  abortSignal: AbortSignal,
): Promise<'sent' | 'dropped'> => {
  if (due.kind === 'code') return deliverCode(parts, due, abortSignal);
  if (due.isExpired) return 'dropped';
  await parts.mail.send({ to: due.recipient, ...messageOf(due) }, abortSignal);
  return 'sent';
};

/** Delivers the mail of the outbox with retries. Any number of processes may share one outbox. */
export const createMailWorker = (parts: Parts): MailWorker => {
  const { db, clock, onError, metrics = noMetrics } = parts;
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
      const outcome = await deliver(parts, mail, lease.abortSignal);
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
