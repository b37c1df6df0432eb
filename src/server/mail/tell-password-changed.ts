import type { Transaction } from 'kysely';
import type { Database } from '../db/types.ts';
import { enqueueMail } from './outbox.ts';

// Worth knowing for as long as a mail server may be away.
const LIFETIME_MS = 3 * 24 * 60 * 60_000;

/** Leaves a mail for the owner of an account whose password is changed; the caller wakes the worker. */
export const tellPasswordChanged = (trx: Transaction<Database>, email: string): Promise<void> =>
  enqueueMail(trx, {
    kind: 'passwordChanged',
    recipient: email,
    payload: {},
    lifetimeMs: LIFETIME_MS,
  });
