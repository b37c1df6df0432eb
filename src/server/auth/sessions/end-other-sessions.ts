import type { Transaction } from 'kysely';
import { now } from '#server/database/time.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';

/**
 * Ends every session of a user except one, after a change of the user's secrets.
 *
 * @param openedBy ends only those that were opened so
 * @returns the number of ended sessions
 */
export const endOtherSessions = async (
  trx: Transaction<Database>,
  { userId, sessionId, openedBy }: { userId: string; sessionId: string; openedBy?: SessionOpener },
): Promise<number> => {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('ended_at', 'is', null)
    .where((on) => (openedBy ? on('opened_by', '=', openedBy) : on.lit(true)))
    .returning('id')
    .execute();
  return ended.length;
};
