import type { Kysely } from 'kysely';
import { audit } from '../audit.ts';
import type { Database } from '../db/types.ts';
import type { SessionTokens } from './open-session.ts';
import { refreshSession } from './refresh-session.ts';

/**
 * Rotates a refresh token and keeps the outcome.
 *
 * @returns the new tokens; undefined when there is no live session behind it
 */
export const renewSession = async (
  db: Kysely<Database>,
  key: Buffer,
  { refresh, network }: { refresh: string | undefined; network: string },
): Promise<SessionTokens | undefined> => {
  if (refresh === undefined) return undefined;
  const result = await refreshSession(db, key, refresh);
  const { outcome, userId } = result;
  // A token that was never ours names nobody; a row for each would let anybody fill the table.
  if (userId !== undefined) await audit(db, { event: 'session', outcome, userId, network });
  return result.outcome === 'refreshed' ? result.tokens : undefined;
};
