import type { Kysely, Transaction } from 'kysely';
import type { Database } from '#server/database/types.ts';
import { enqueuePasskeyChanged } from '#server/mail/enqueue-passkey-changed.ts';
import { DUMMY_HASH } from '../accounts/password-hash.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { changePasskeys, type Owner } from './change-passkeys.ts';
import { countPasskeys } from './find-passkeys.ts';

// Codes always work, but depend on the mail server and the mailbox.
const isLastWayIn = async (trx: Transaction<Database>, userId: string): Promise<boolean> => {
  const withoutPassword = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('password_hash', '=', DUMMY_HASH)
    .select('id')
    .executeTakeFirst();
  return withoutPassword !== undefined && (await countPasskeys(trx, userId)) === 1;
};

/**
 * Removes a passkey of a user, ends every other session that a passkey has opened, and enqueues a notice to
 * the owner, in one transaction. The caller wakes the mail worker.
 *
 * @returns the number of ended sessions; `unknown` if the user has no such passkey, `last` if no other
 * passkey and no password would be left, `stale` if the session may not remove it
 */
export const removePasskey = (
  db: Kysely<Database>,
  owner: Owner,
  id: string,
): Promise<number | 'unknown' | 'last' | 'stale'> =>
  changePasskeys(db, owner, async (trx) => {
    const isLast = await isLastWayIn(trx, owner.userId);
    const own = await trx
      .selectFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .select('id')
      .executeTakeFirst();
    if (!own) return 'unknown';
    if (isLast) return 'last';
    await trx.deleteFrom('passkeys').where('id', '=', id).execute();
    await enqueuePasskeyChanged(trx, 'passkeyRemoved', owner.email);
    return endOtherSessions(trx, { ...owner, openedBy: 'passkey' });
  });
