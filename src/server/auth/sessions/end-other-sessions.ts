import type { Transaction } from 'kysely';
import { now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';

/**
 * Ends every session of a user except one, after a password change.
 *
 * @returns the number of ended sessions
 */
export const endOtherSessions = async (
  trx: Transaction<Database>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<number> => {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return ended.length;
};
