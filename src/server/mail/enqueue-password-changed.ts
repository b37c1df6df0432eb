import type { Transaction } from 'kysely';
import { countPasskeys } from '../auth/passkeys/own-passkeys.ts';
import type { Database } from '../database/types.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from './outbox.ts';

/** Enqueues the notice of a password change to the account's owner. The caller wakes the worker. */
export const enqueuePasswordChanged = async (
  trx: Transaction<Database>,
  { userId, email, removedPasskeys }: { userId: string; email: string; removedPasskeys: number },
): Promise<void> => {
  const hasPasskeys = (await countPasskeys(trx, userId)) > 0;
  await enqueueMail(trx, {
    kind: 'passwordChanged',
    recipient: email,
    payload: {
      ...(hasPasskeys && { hasPasskeys: 'yes' }),
      ...(removedPasskeys > 0 && { hasLostPasskeys: 'yes' }),
    },
    lifetimeMs: MAIL_LIFETIME_MS,
  });
};
