import type { Transaction } from 'kysely';
import { NOTICE_LIFETIME_MS } from '#contract/limits.ts';
import type { Database } from '../db/types.ts';
import { enqueueMail } from './outbox.ts';

/** Leaves a mail for the owner of an account whose password is changed; the caller wakes the worker. */
export const tellPasswordChanged = (trx: Transaction<Database>, email: string): Promise<void> =>
  enqueueMail(trx, {
    kind: 'passwordChanged',
    recipient: email,
    payload: {},
    lifetimeMs: NOTICE_LIFETIME_MS,
  });
