import type { Kysely } from 'kysely';
import type { Database } from '../db/types.ts';
import { clearFailures } from '../logins/password-attempts.ts';
import { tellPasswordChanged } from '../mail/tell-password-changed.ts';
import { endOtherSessions } from '../sessions/end-other-sessions.ts';
import { maySetPassword } from './may-set-password.ts';

export interface PasswordChange {
  userId: string;
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
  { userId, sessionId, passwordHash }: PasswordChange,
): Promise<PasswordChanged | undefined> =>
  db.transaction().execute(async (trx) => {
    // Locked before anything is looked at, so that of two changes at once the second one finds
    // what the first has ended.
    const user = await trx
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('users.id', '=', userId)
      .select(['users.email', 'companies.ats_enabled'])
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
    await trx.deleteFrom('tickets').where('email', '=', user.email).execute();
    await clearFailures(trx, user.email);
    await tellPasswordChanged(trx, user.email);
    return { isAtsEnabled: user.ats_enabled, endedSessions };
  });
