import type { Kysely } from 'kysely';
import type { Database } from '#server/database/types.ts';
import { changePasskeys, type Owner } from './change-passkeys.ts';

/**
 * Renames a passkey of a user.
 *
 * @returns `unknown` if the user has no such passkey, `stale` if the session may not rename it
 */
export const renamePasskey = (
  db: Kysely<Database>,
  owner: Owner,
  { id, name }: { id: string; name: string },
): Promise<'renamed' | 'unknown' | 'stale'> =>
  changePasskeys(db, owner, async (trx) => {
    const renamed = await trx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .returning('id')
      .executeTakeFirst();
    return renamed ? 'renamed' : 'unknown';
  });
