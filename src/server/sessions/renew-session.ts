import type { Kysely } from 'kysely';
import { auditRefusal } from '../audit.ts';
import type { Database } from '../db/types.ts';
import { takeLimits } from '../limits/rate-limit.ts';
import { rates } from '../limits/rates.ts';
import { Refusal } from '../refusal.ts';
import { refreshSession } from './refresh-session.ts';
import { readToken, type SessionTokens } from './tokens.ts';

/**
 * Rotates a refresh token and keeps what was refused. A token that was never ours costs no query.
 *
 * @returns the new tokens; undefined when there is no live session behind it
 * @throws Refusal `too_many_requests`
 */
export const renewSession = async (
  db: Kysely<Database>,
  key: Buffer,
  { refresh, network }: { refresh: string | undefined; network: string },
): Promise<SessionTokens | undefined> => {
  const token = readToken(key, 'refresh', refresh);
  if (token === undefined) return undefined;
  const limited = await takeLimits(db, [{ rate: rates.renewals, subject: token.sessionId }]);
  if (limited)
    throw new Refusal('too_many_requests', 'Too many requests. Please wait a moment.', limited);
  const result = await refreshSession(db, key, token);
  if (result.outcome === 'refreshed') return result.tokens;
  const { outcome, userId } = result;
  if (userId !== undefined) await auditRefusal(db, { event: 'session', outcome, userId, network });
  return undefined;
};
