import type { Kysely } from 'kysely';
import { endLoginCodes } from '../codes/verify-code.ts';
import { now } from '../db/time.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { lockSignUp } from '../sign-ups/sign-up.ts';

export interface Completion {
  userId: string;
  email: string;
  /** The session that does it, the only one of the user that stays. */
  sessionId: string;
  name: string;
  passwordHash: string;
}

/**
 * Gives a user whose status is `sent` name and password and the status `accepted`, ends every other
 * session, and with the account the sign-up's ticket. An accepted user is not touched.
 *
 * @returns how many other sessions it has ended; undefined when the user is accepted already or the
 * session has ended
 */
export const completeUser = (
  db: Kysely<Database>,
  { userId, email, sessionId, name, passwordHash }: Completion,
): Promise<number | undefined> =>
  inTransaction(db, async (trx) => {
    const signUp = await lockSignUp(trx, email);
    // Locked before anything is looked at, so that what others have changed meanwhile is seen.
    const user = await trx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('status', '=', 'sent')
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (!user || !session) return undefined;
    await trx
      .updateTable('users')
      .set({ name, password_hash: passwordHash, status: 'accepted' })
      .where('id', '=', userId)
      .execute();
    if (signUp)
      await trx
        .updateTable('sign_ups')
        .set({ state: 'accepted', accepted_by: sessionId })
        .where('email', '=', email)
        .execute();
    await endLoginCodes(trx, email);
    return endOtherSessions(trx, { userId, sessionId });
  });

/** Whether a session is the one that has accepted its account, in a sign-up that is not done yet. */
export const hasCompletedUser = async (
  db: Kysely<Database>,
  { email, sessionId }: Pick<Completion, 'email' | 'sessionId'>,
): Promise<boolean> => {
  const signUp = await db
    .selectFrom('sign_ups')
    .where('email', '=', email)
    .where('state', '=', 'accepted')
    .where('accepted_by', '=', sessionId)
    .where('expires_at', '>', now)
    .select('email')
    .executeTakeFirst();
  return signUp !== undefined;
};
