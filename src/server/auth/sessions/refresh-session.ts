import { type Kysely, sql } from 'kysely';
import { auditFailure } from '#server/audit/audit.ts';
import {
  REFRESH_GRACE_MS,
  REFRESH_LIFETIME_MS,
  SESSION_LIFETIME_MS,
} from '#server/auth/sessions/tokens.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { ago, fromNow, now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import { consumeLimits, countInTurn } from '#server/limits/rate-limits.ts';
import { rates } from '#server/limits/rates.ts';
import type { Browser } from './known-devices.ts';
import { isLiveSession } from './live-sessions.ts';
import { readToken, type SessionTokens, sessionTokens, type TokenContent } from './tokens.ts';

export type RefreshOutcome =
  /** `hasMoved`: the session was used from another network before. */
  | { outcome: 'refreshed'; userId: string; tokens: SessionTokens; hasMoved: boolean }
  /** The token was used before, in another browser or outside of the grace period. The session has ended. */
  | { outcome: 'replayed'; userId: string }
  | { outcome: 'expired'; userId?: string };

/**
 * Rotates a refresh token with a verified MAC. The session's row has the current generation and is
 * locked, so that concurrent refreshes create one successor and cannot undo a log-out. For
 * `REFRESH_GRACE_MS` after a rotation, the new token gets the current tokens again, and so does the previous
 * one in the browser with the session's device cookie: a response may be lost, and several tabs may refresh
 * one after the other. Another rotation would invalidate the access token of a tab that is repeating its
 * request. Any other token that was used before is a replay and ends the session. Tokens from before a
 * change of the password are worth nothing, which needs no such alarm.
 */
export const refreshSession = (
  db: Kysely<Database>,
  keys: KeyRing,
  { sessionId, generation }: TokenContent,
  { devices, network }: Pick<Browser, 'devices' | 'network'>,
): Promise<RefreshOutcome> =>
  inTransaction(db, async (trx): Promise<RefreshOutcome> => {
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .select([
        'user_id',
        'generation',
        'first_generation',
        'device',
        'network',
        isLiveSession.as('is_live'),
        sql<boolean>`generation > first_generation and renewed_at > ${ago(REFRESH_GRACE_MS)}`.as(
          'is_just_renewed',
        ),
      ])
      .forUpdate()
      .executeTakeFirst();
    // A generation from the future: the database was restored from a backup.
    if (!session || generation > session.generation) return { outcome: 'expired' };
    const userId = session.user_id;
    if (!session.is_live || generation < session.first_generation)
      return { outcome: 'expired', userId };
    const refreshed = (current: number): RefreshOutcome => ({
      outcome: 'refreshed',
      userId,
      tokens: sessionTokens(keys, sessionId, current),
      hasMoved: session.network !== null && session.network !== network,
    });
    // Sessions of the version before have no device until their next rotation.
    const isOwnDevice = session.device === null || devices.includes(session.device);
    if (session.is_just_renewed) {
      if (generation === session.generation) return refreshed(generation);
      if (generation === session.generation - 1 && isOwnDevice) return refreshed(generation + 1);
    }
    if (generation === session.generation) {
      await trx
        .updateTable('sessions')
        .set({
          generation: generation + 1,
          renewed_at: now,
          expires_at: sql<Date>`least(${fromNow(REFRESH_LIFETIME_MS)},
            opened_at + (${fromNow(SESSION_LIFETIME_MS)} - now()))`,
          device: isOwnDevice ? devices[0] : session.device,
          network,
        })
        .where('id', '=', sessionId)
        .execute();
      return refreshed(generation + 1);
    }
    await trx.updateTable('sessions').set({ ended_at: now }).where('id', '=', sessionId).execute();
    return { outcome: 'replayed', userId };
  });

/** Whether a token is from before a change of the password. */
const isReplaced = async (
  db: Kysely<Database>,
  { sessionId, generation }: TokenContent,
): Promise<boolean> => {
  const session = await db
    .selectFrom('sessions')
    .where('id', '=', sessionId)
    .where('first_generation', '>', generation)
    .select('id')
    .executeTakeFirst();
  return session !== undefined;
};

/**
 * Rotates the refresh token of a request's cookie, and audits failures and changes of the network. A token
 * with an invalid MAC costs no query.
 *
 * @returns the new tokens; undefined if the token has no live session
 * @throws HttpError `too_many_requests`
 */
export const renewSession = async (
  db: Kysely<Database>,
  keys: KeyRing,
  refresh: string | undefined,
  browser: Browser,
): Promise<SessionTokens | undefined> => {
  const token = readToken(keys, 'refresh', refresh);
  if (token === undefined) return undefined;
  // Copies from before a change of the password are counted apart: they can't keep the owner from renewing.
  const subject = `${token.sessionId}${(await isReplaced(db, token)) ? ' replaced' : ''}`;
  const limits = [{ rate: rates.renewals, subject }];
  const limited = await countInTurn(subject, () => consumeLimits(db, limits));
  if (limited)
    throw new HttpError('too_many_requests', 'Too many requests. Please wait a moment.', limited);
  const result = await refreshSession(db, keys, token, browser);
  const { userId } = result;
  const outcome = result.outcome === 'refreshed' ? 'moved' : result.outcome;
  if (userId !== undefined && (result.outcome !== 'refreshed' || result.hasMoved))
    await auditFailure(db, { event: 'session', outcome, userId, network: browser.network });
  return result.outcome === 'refreshed' ? result.tokens : undefined;
};
