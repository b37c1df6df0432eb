import type { Kysely } from 'kysely';
import type { Database } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import { consumeLimits } from '#server/limits/rate-limit.ts';
import { rates } from '#server/limits/rates.ts';
import { auditFailure } from '../audit.ts';
import { refreshSession } from './refresh-session.ts';
import { readToken, type SessionTokens } from './tokens.ts';

/**
 * Rotates a refresh token and audits failures. A token with an invalid MAC costs no query.
 *
 * @returns the new tokens; undefined if the token has no live session
 * @throws HttpError `too_many_requests`
 */
export const renewSession = async (
  db: Kysely<Database>,
  key: Buffer,
  { refresh, network }: { refresh: string | undefined; network: string },
): Promise<SessionTokens | undefined> => {
  const token = readToken(key, 'refresh', refresh);
  if (token === undefined) return undefined;
  const limited = await consumeLimits(db, [{ rate: rates.renewals, subject: token.sessionId }]);
  if (limited)
    throw new HttpError('too_many_requests', 'Too many requests. Please wait a moment.', limited);
  const result = await refreshSession(db, key, token);
  if (result.outcome === 'refreshed') return result.tokens;
  const { outcome, userId } = result;
  if (userId !== undefined) await auditFailure(db, { event: 'session', outcome, userId, network });
  return undefined;
};
