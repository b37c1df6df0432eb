import type { Transaction } from 'kysely';
import type { Database } from '../database/types.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from './outbox.ts';

/** Enqueues the notice of a password change to the account's owner. The caller wakes the worker. */
export const enqueuePasswordChanged = (trx: Transaction<Database>, email: string): Promise<void> =>
  enqueueMail(trx, {
    kind: 'passwordChanged',
    recipient: email,
    payload: {},
    lifetimeMs: MAIL_LIFETIME_MS,
  });
