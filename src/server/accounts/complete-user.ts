import type { Kysely } from 'kysely';
import type { Database } from '../db/types.ts';
import { tellPasswordChanged } from '../mail/tell-password-changed.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';

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
 * Gives a user name and password and the status `accepted`, and ends every other session. An account
 * that was accepted before is changed for the holder of a ticket only, because an old session must
 * not be enough to take it over, and its owner is told. The caller wakes the mail worker.
 *
 * @returns how many other sessions it has ended, and whether a password was replaced; undefined when
 * it may not be done
 */
export const completeUser = (
  db: Kysely<Database>,
  completion: Completion,
): Promise<{ endedSessions: number; isReplaced: boolean } | undefined> =>
  db.transaction().execute(async (trx) => {
    const { userId, sessionId, hasTicket, name, passwordHash } = completion;
    const user = await trx
      .selectFrom('users')
      .where('id', '=', userId)
      .select(['email', 'status'])
      .forUpdate()
      .executeTakeFirst();
    const isReplaced = user?.status === 'accepted';
    if (!user || (isReplaced && !hasTicket)) return undefined;
    await trx
      .updateTable('users')
      .set({ name, password_hash: passwordHash, status: 'accepted' })
      .where('id', '=', userId)
      .execute();
    const endedSessions = await endOtherSessions(trx, { userId, sessionId });
    if (isReplaced) await tellPasswordChanged(trx, user.email);
    return { endedSessions, isReplaced };
  });
