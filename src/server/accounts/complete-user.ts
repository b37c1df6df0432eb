import type { Kysely } from 'kysely';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';

export interface Completion {
  userId: string;
  /** The session that does it; every other one of the user ends. */
  sessionId: string;
  /** Whether a live ticket of the user's address was presented. */
  hasTicket: boolean;
  name: string;
  passwordHash: string;
}

/**
 * Gives a user name and password and the status `accepted`. An account that was accepted before is
 * changed for the holder of a ticket only: an old session must not be enough to take it over.
 *
 * @returns whether it was done
 */
export const completeUser = (db: Kysely<Database>, completion: Completion): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { userId, sessionId, hasTicket, name, passwordHash } = completion;
    const updated = await trx
      .updateTable('users')
      .set({ name, password_hash: passwordHash, status: 'accepted' })
      .where('id', '=', userId)
      .$if(!hasTicket, (query) => query.where('status', '=', 'sent'))
      .returning('id')
      .executeTakeFirst();
    if (!updated) return false;
    await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('user_id', '=', userId)
      .where('id', '!=', sessionId)
      .where('ended_at', 'is', null)
      .execute();
    return true;
  });
