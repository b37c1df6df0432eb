import type { FastifyRequest } from 'fastify';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { RequestBody } from '#contract/calls/all-calls.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { required } from '#contract/text.ts';
import { type AuditEntry, auditFailure, withPartition } from '#server/audit/audit.ts';
import { hashToken, type KeyRing } from '#server/config/keys.ts';
import { now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { wideNetworkOf } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { limitRequest, refundLimits } from '#server/limits/rate-limits.ts';
import { rates } from '#server/limits/rates.ts';
import type { Services } from '#server/services.ts';
import { findAndLockAccount } from '../accounts/accounts.ts';
import type { Login } from '../logins/log-in.ts';
import { type Browser, browserArguments, noticeArguments } from '../sessions/browsers.ts';
import { openerByPasskey } from '../sessions/request-guard.ts';
import { FIRST_GENERATION, REFRESH_LIFETIME_MS, sessionTokens } from '../sessions/tokens.ts';
import { type Assertion, DUMMY_PUBLIC_KEY, relyingPartyOf, verifyLogin } from './ceremonies.ts';
import { consumeChallenge } from './challenges.ts';

/** A stored credential and its user. */
interface StoredPasskey {
  id: string;
  userId: string;
  email: string;
  publicKey: Buffer;
}

export const passkeyInvalid = (): HttpError =>
  // Not 401, which makes the client refresh its session.
  new HttpError('passkey_invalid', 'This passkey did not work. Please try again.');

// WebAuthn level 3, §7.2, step 6: the handle and the credential must be those of one user.
const findStoredPasskey = (
  db: Kysely<Database>,
  { id, response }: RequestBody<'passkeyLogin'>['credential'],
): Promise<StoredPasskey | undefined> =>
  db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('credential_id', '=', Buffer.from(id, 'base64url'))
    .where('passkey_handle', '=', Buffer.from(response.userHandle, 'base64url'))
    .select(['passkeys.id', 'users.id as userId', 'email', 'public_key as publicKey'])
    .executeTakeFirst();

// WebAuthn level 3, §7.2, step 22: synced passkeys do not count.
const hasRisenTo = (counter: number) =>
  sql<SqlBool>`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`;

/**
 * Opens a session and audits it, if the passkey still exists and its counter has risen or counts nothing.
 * The lock on the user's row excludes a concurrent removal of the passkey.
 */
const openSessionByPasskey = (
  db: Kysely<Database>,
  keys: KeyRing,
  { id, userId, email }: StoredPasskey,
  { counter, isBackedUp }: Assertion,
  entry: AuditEntry,
  browser: Browser,
): Promise<Login | 'cloned' | 'rejected'> =>
  inTransaction(db, async (trx) => {
    const account = await findAndLockAccount(trx, email);
    if (account?.id !== userId) return 'rejected';
    const used = await trx
      .updateTable('passkeys')
      .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
      .where('id', '=', id)
      .where(hasRisenTo(counter))
      .returning('added_by')
      .executeTakeFirst();
    if (!used) {
      const stored = await trx
        .selectFrom('passkeys')
        .where('id', '=', id)
        .select('id')
        .executeTakeFirst();
      return stored ? 'cloned' : 'rejected';
    }
    const { rows } = await sql<{ id: string }>`select open_login_session(${userId},
      ${openerByPasskey(used.added_by)}, ${entry.event}, ${email},
      ${noticeArguments(browser, browser.isKnownTo(account))}, ${browserArguments(browser)},
      ${REFRESH_LIFETIME_MS / MS_PER_S}) as id`.execute(trx);
    return { account, tokens: sessionTokens(keys, required(rows[0]).id, FIRST_GENERATION) };
  });

/**
 * Logs in by a passkey. Every attempt uses up its challenge. A signature that is valid but whose counter
 * has not risen is refused and audited as `cloned`: two authenticators have the key.
 *
 * @throws HttpError `passkey_invalid`, the same for everything that is wrong with a credential;
 * `too_many_requests`
 */
export const logInByPasskey = async (
  { db, keys, origins, cookies }: Pick<Services, 'db' | 'keys' | 'origins' | 'cookies'>,
  request: FastifyRequest,
  credential: RequestBody<'passkeyLogin'>['credential'],
  known: Browser,
): Promise<Login> => {
  const attempt = { event: 'login.passkey', network: known.network } as const;
  const { clientDataJSON } = credential.response;
  const browser = cookies.xsrf(request) ?? '';
  const challenge = await consumeChallenge(db, { browser, userId: undefined, clientDataJSON });
  if (challenge === undefined) {
    await auditFailure(db, { ...attempt, outcome: 'rejected' });
    throw passkeyInvalid();
  }
  // An unknown credential costs the same statements and the same verification as a stored one.
  const stored = await findStoredPasskey(db, credential);
  const subject = stored?.userId ?? hashToken(credential.id).toString('base64url');
  const entry = { ...attempt, email: stored?.email, userId: stored?.userId };
  const limits = [{ rate: rates.passkeyTries, subject }];
  await limitRequest(db, request, limits, {
    message: 'Too many attempts. Please wait, or log in with a code.',
    entry: { ...entry, outcome: 'closed' },
  });
  const relyingParty = relyingPartyOf(origins);
  const publicKey = stored?.publicKey ?? DUMMY_PUBLIC_KEY;
  const assertion = await verifyLogin(credential, { challenge, relyingParty, publicKey });
  const login =
    assertion && stored
      ? await withPartition(db, () =>
          openSessionByPasskey(db, keys.sessions, stored, assertion, entry, known),
        )
      : 'rejected';
  if (typeof login === 'string') {
    const dedupeSubject = `${wideNetworkOf(attempt.network)} ${subject}`;
    await auditFailure(db, { ...entry, outcome: login }, dedupeSubject);
    throw passkeyInvalid();
  }
  await refundLimits(db, limits);
  return login;
};
