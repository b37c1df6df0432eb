import type { Kysely } from 'kysely';
import { now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { endLoginCodes } from '../codes/verify-code.ts';
import { endOtherSessions } from '../sessions/live-sessions.ts';
import { generation } from './find-account.ts';
import { lockSignUp } from './sign-up-ticket.ts';

export interface Completion {
  userId: string;
  email: string;
  /** The current session, the only one that is not ended. */
  sessionId: string;
  name: string;
  passwordHash: string;
}

/**
 * Sets name, password and the status `accepted` of a user whose status is `sent`. Ends every other
 * session, the sign-up ticket and the login codes.
 *
 * @returns the number of ended sessions and the generation of the installation; undefined if the user is
 * already accepted or the session has ended
 */
export const completeUser = (
  db: Kysely<Database>,
  { userId, email, sessionId, name, passwordHash }: Completion,
): Promise<{ endedSessions: number; generation: number } | undefined> =>
  inTransaction(db, async (trx) => {
    const signUp = await lockSignUp(trx, email);
    // Locked before any check, so that concurrent changes are seen.
    const user = await trx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('status', '=', 'sent')
      .select(generation)
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
    const endedSessions = await endOtherSessions(trx, { userId, sessionId });
    return { endedSessions, generation: user.generation };
  });

/** Whether a session has accepted its account, in a sign-up that is not finished yet. */
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
