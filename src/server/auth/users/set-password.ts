import type { Kysely } from 'kysely';
import { enqueuePasswordChanged } from '#server/auth/accounts/account-mails.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { installationGeneration } from '../accounts/accounts.ts';
import { endLoginCodes } from '../codes/request-code.ts';
import { endSignUp, lockSignUp } from '../codes/sign-up-ticket.ts';
import { countPasskeys, removeUnprovenPasskeys } from '../passkeys/own-passkeys.ts';
import {
  endOtherSessions,
  replaceTokens,
  type SessionOwner,
  stillOpen,
} from '../sessions/live-sessions.ts';
import { findPermittedOpener } from '../sessions/request-guard.ts';
import { type SessionTokens, sessionTokens } from '../sessions/tokens.ts';

interface PasswordChange extends SessionOwner {
  /** Canonical email address of the user. */
  email: string;
  passwordHash: string;
}

/** Result of a password change. */
interface PasswordChanged {
  isAtsEnabled: boolean;
  installationGeneration: number;
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
  keys: KeyRing,
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
      .select(['companies.ats_enabled as isAtsEnabled', installationGeneration])
      .forUpdate('users')
      .executeTakeFirst();
    const openedBy = user && (await findPermittedOpener(trx, owner, 'setPassword'));
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
    const hasPasskeys = (await countPasskeys(trx, userId)) > 0;
    await enqueuePasswordChanged(trx, { email, hasPasskeys, removedPasskeys });
    const tokens = await replaceTokens(trx, keys, sessionId);
    return { ...user, endedSessions, removedPasskeys, tokens };
  });

interface Completion extends PasswordChange {
  name: string;
}

type Completed = Pick<PasswordChanged, 'endedSessions' | 'installationGeneration' | 'tokens'>;

/**
 * Sets name, password and the status `accepted` of a user whose status is `sent`. Ends every other
 * session, every earlier token of this one, the sign-up ticket and the login codes.
 *
 * @returns undefined if the user is already accepted or the session has ended
 */
export const completeUser = (
  db: Kysely<Database>,
  keys: KeyRing,
  { email, name, passwordHash, ...owner }: Completion,
): Promise<Completed | undefined> =>
  inTransaction(db, async (trx) => {
    const { userId, sessionId } = owner;
    const signUp = await lockSignUp(trx, email);
    // Locked before any check, so that concurrent changes are seen.
    const user = await trx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('status', '=', 'sent')
      .select(installationGeneration)
      .forUpdate()
      .executeTakeFirst();
    const session = await stillOpen(trx, owner).executeTakeFirst();
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
    const tokens = await replaceTokens(trx, keys, sessionId);
    return { ...user, endedSessions, tokens };
  });

/**
 * The tokens of a session that has accepted its account, in a sign-up that is not finished yet: for a client
 * that has lost them with the response.
 */
export const findCompletion = async (
  db: Kysely<Database>,
  keys: KeyRing,
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
  return session && sessionTokens(keys, sessionId, session.generation);
};
