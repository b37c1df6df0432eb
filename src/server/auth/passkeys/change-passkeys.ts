import type { Kysely, Transaction } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { canChangePasskeys } from './can-change-passkeys.ts';

/** The session that changes its user's passkeys. */
export interface Owner {
  userId: string;
  /** Canonical email address of the user. */
  email: string;
  sessionId: string;
}

/**
 * Runs a change of a user's passkeys in a transaction. The lock on the user's row excludes a concurrent
 * change, login or change of the password.
 *
 * @returns `stale` if the session may not change them
 */
export const changePasskeys = <Result>(
  db: Kysely<Database>,
  owner: Pick<Owner, 'userId' | 'sessionId'>,
  change: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result | 'stale'> =>
  inTransaction(db, async (trx) => {
    await trx
      .selectFrom('users')
      .where('id', '=', owner.userId)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    return (await canChangePasskeys(trx, owner)) ? change(trx) : 'stale';
  });
