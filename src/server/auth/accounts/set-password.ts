import type { Kysely } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { enqueuePasswordChanged } from '#server/mail/enqueue-password-changed.ts';
import { endLoginCodes } from '../codes/verify-code.ts';
import { removeUnprovenPasskeys } from '../passkeys/own-passkeys.ts';
import { endOtherSessions, replaceTokens } from '../sessions/live-sessions.ts';
import { findRight, type SessionOwner } from '../sessions/session-rights.ts';
import type { SessionTokens } from '../sessions/tokens.ts';
import { generation } from './find-account.ts';
import { endSignUp, lockSignUp } from './sign-up-ticket.ts';

export interface PasswordChange extends SessionOwner {
  /** Canonical email address of the user. */
  email: string;
  passwordHash: string;
}

/** Result of a password change. */
export interface PasswordChanged {
  isAtsEnabled: boolean;
  /** Generation of the installation. */
  generation: number;
  /** Number of other sessions that were ended. */
  endedSessions: number;
  /** Number of passkeys that were removed. */
  removedPasskeys: number;
  /** The tokens of the current session, whose earlier ones are worth nothing any more. */
  tokens: SessionTokens;
}

/**
 * Sets a user's password and the status `accepted`, ends every other session, every earlier token of this
 * one and, after a login by code, the passkeys that a password alone has added, and enqueues a notice to the
 * owner, in one transaction. The caller wakes the mail worker.
 *
 * @returns undefined if the session may not set the password
 */
export const setPassword = (
  db: Kysely<Database>,
  key: Buffer,
  { email, passwordHash, ...owner }: PasswordChange,
): Promise<PasswordChanged | undefined> =>
  inTransaction(db, async (trx) => {
    const { userId, sessionId } = owner;
    await lockSignUp(trx, email);
    // Locked before any check, so that of two concurrent changes the second sees the sessions that the
    // first has ended.
    const user = await trx
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('users.id', '=', userId)
      .select(['companies.ats_enabled as isAtsEnabled', generation])
      .forUpdate('users')
      .executeTakeFirst();
    const openedBy = user && (await findRight(trx, owner, 'setPassword'));
    if (!user || openedBy === undefined) return undefined;
    await trx
      .updateTable('users')
      .set({ password_hash: passwordHash, status: 'accepted' })
      .where('id', '=', userId)
      .execute();
    const endedSessions = await endOtherSessions(trx, { userId, sessionId });
    // An open sign-up could set the password again.
    await endSignUp(trx, email);
    await endLoginCodes(trx, email);
    const removedPasskeys = openedBy === 'code' ? await removeUnprovenPasskeys(trx, userId) : 0;
    await enqueuePasswordChanged(trx, { userId, email, removedPasskeys });
    const tokens = await replaceTokens(trx, key, sessionId);
    return { ...user, endedSessions, removedPasskeys, tokens };
  });
