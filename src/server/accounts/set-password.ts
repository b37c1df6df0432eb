import type { Kysely } from 'kysely';
import { endLoginCodes } from '../codes/verify-code.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import { tellPasswordChanged } from '../mail/tell-password-changed.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { endSignUp, lockSignUp } from '../sign-ups/sign-up.ts';
import { maySetPassword } from './may-set-password.ts';

export interface PasswordChange {
  userId: string;
  /** The user's. */
  email: string;
  /** The session that does it, the only one that stays. */
  sessionId: string;
  passwordHash: string;
}

/** What has come of a change. */
export interface PasswordChanged {
  isAtsEnabled: boolean;
  /** How many other sessions it has ended. */
  endedSessions: number;
}

/**
 * Sets a user's password and the status `accepted`, ends every other session and leaves a mail for
 * the owner, all or nothing. The caller wakes the mail worker.
 *
 * @returns undefined when the session may not do so (any more)
 */
export const setPassword = (
  db: Kysely<Database>,
  { userId, email, sessionId, passwordHash }: PasswordChange,
): Promise<PasswordChanged | undefined> =>
  inTransaction(db, async (trx) => {
    await lockSignUp(trx, email);
    // Locked before anything is looked at, so that of two changes at once the second one finds
    // what the first has ended.
    const user = await trx
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('users.id', '=', userId)
      .select('companies.ats_enabled')
      .forUpdate('users')
      .executeTakeFirst();
    if (!user || !(await maySetPassword(trx, { userId, sessionId }))) return undefined;
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash, status: 'accepted' })
      .where('id', '=', userId)
      .execute();
    const endedSessions = await endOtherSessions(trx, { userId, sessionId });
    // A sign-up that is still open somewhere could otherwise set the password once more.
    await endSignUp(trx, email);
    await endLoginCodes(trx, email);
    await tellPasswordChanged(trx, email);
    return { isAtsEnabled: user.ats_enabled, endedSessions };
  });
