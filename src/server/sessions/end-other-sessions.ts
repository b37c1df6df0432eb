import type { Transaction } from 'kysely';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';

/**
 * Ends every session of a user but one, as a new password does.
 *
 * @returns how many it has ended
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
