import type { Kysely } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { enqueuePasswordChanged } from '#server/mail/enqueue-password-changed.ts';
import { endLoginCodes } from '../codes/verify-code.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { canSetPassword } from './can-set-password.ts';
import { endSignUp, lockSignUp } from './sign-up-ticket.ts';

export interface PasswordChange {
  userId: string;
  /** Canonical email address of the user. */
  email: string;
  /** The current session, the only one that is not ended. */
  sessionId: string;
  passwordHash: string;
}

/** Result of a password change. */
export interface PasswordChanged {
  isAtsEnabled: boolean;
  /** Number of other sessions that were ended. */
  endedSessions: number;
}

/**
 * Sets a user's password and the status `accepted`, ends every other session and enqueues a notice to the
 * owner, in one transaction. The caller wakes the mail worker.
 *
 * @returns undefined if the session may not set the password
 */
export const setPassword = (
  db: Kysely<Database>,
  { userId, email, sessionId, passwordHash }: PasswordChange,
): Promise<PasswordChanged | undefined> =>
  inTransaction(db, async (trx) => {
    await lockSignUp(trx, email);
    // Locked before any check, so that of two concurrent changes the second sees the sessions that the
    // first has ended.
    const user = await trx
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('users.id', '=', userId)
      .select('companies.ats_enabled')
      .forUpdate('users')
      .executeTakeFirst();
    if (!user || !(await canSetPassword(trx, { userId, sessionId }))) return undefined;
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash, status: 'accepted' })
      .where('id', '=', userId)
      .execute();
    const endedSessions = await endOtherSessions(trx, { userId, sessionId });
    // An open sign-up could set the password again.
    await endSignUp(trx, email);
    await endLoginCodes(trx, email);
    await enqueuePasswordChanged(trx, { userId, email });
    return { isAtsEnabled: user.ats_enabled, endedSessions };
  });
