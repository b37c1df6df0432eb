import type { Transaction } from 'kysely';
import type { Database } from '../database/types.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from './outbox.ts';

/**
 * Enqueues the notice of a new or removed passkey to the account's owner. It has no name of a passkey:
 * whoever adds one chooses it, and it could be a link. The caller wakes the worker.
 */
export const enqueuePasskeyChanged = (
  trx: Transaction<Database>,
  kind: 'passkeyAdded' | 'passkeyRemoved',
  email: string,
): Promise<void> =>
  enqueueMail(trx, { kind, recipient: email, payload: {}, lifetimeMs: MAIL_LIFETIME_MS });
