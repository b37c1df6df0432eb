import type { Kysely } from 'kysely';
import { now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { endLoginCodes } from '../codes/verify-code.ts';
import { endOtherSessions, replaceTokens } from '../sessions/live-sessions.ts';
import { type SessionTokens, sessionTokens } from '../sessions/tokens.ts';
import { generation } from './find-account.ts';
import { lockSignUp } from './sign-up-ticket.ts';

export interface Completion {
  userId: string;
  email: string;
  /** The current session, the only one that is not ended. */
  sessionId: string;
  /** Generation of the token that the request has presented. */
  generation: number;
  name: string;
  passwordHash: string;
}

interface Completed {
  /** Number of other sessions that were ended. */
  endedSessions: number;
  /** Generation of the installation. */
  generation: number;
  /** The tokens of the current session, whose earlier ones are worth nothing any more. */
  tokens: SessionTokens;
}

/**
 * Sets name, password and the status `accepted` of a user whose status is `sent`. Ends every other
 * session, every earlier token of this one, the sign-up ticket and the login codes.
 *
 * @returns undefined if the user is already accepted or the session has ended
 */
export const completeUser = (
  db: Kysely<Database>,
  key: Buffer,
  { userId, email, sessionId, generation: presented, name, passwordHash }: Completion,
): Promise<Completed | undefined> =>
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
      .where('first_generation', '<=', presented)
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
    const tokens = await replaceTokens(trx, key, sessionId);
    return { endedSessions, generation: user.generation, tokens };
  });

/**
 * The tokens of a session that has accepted its account, in a sign-up that is not finished yet: for a client
 * that has lost them with the response.
 */
export const findCompletion = async (
  db: Kysely<Database>,
  key: Buffer,
  { email, sessionId }: Pick<Completion, 'email' | 'sessionId'>,
): Promise<SessionTokens | undefined> => {
  const session = await db
    .selectFrom('sign_ups')
    .innerJoin('sessions', 'sessions.id', 'accepted_by')
    .where('sign_ups.email', '=', email)
    .where('state', '=', 'accepted')
    .where('accepted_by', '=', sessionId)
    .where('sign_ups.expires_at', '>', now)
    .select('generation')
    .executeTakeFirst();
  return session && sessionTokens(key, sessionId, session.generation);
};
