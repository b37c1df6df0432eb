import type { Kysely } from 'kysely';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { hashToken, sessionIdOf } from './tokens.ts';

/**
 * Ends the sessions that either token belongs to. A refresh token that another tab has just used
 * still names its family, and the update waits for that tab's row lock: none survives.
 *
 * @returns the users who were signed in
 */
export const endSession = async (
  db: Kysely<Database>,
  { access, refresh }: { access: string | undefined; refresh: string | undefined },
): Promise<string[]> => {
  const hashes = [access, refresh]
    .filter((token) => token !== undefined)
    .filter((token) => sessionIdOf(token) !== undefined)
    .map(hashToken);
  if (hashes.length === 0) return [];
  const families = await db
    .selectFrom('sessions')
    .leftJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .where((row) => row.or([row('access_hash', 'in', hashes), row('hash', 'in', hashes)]))
    .select('sessions.id')
    .distinct()
    .execute();
  if (families.length === 0) return [];
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where(
      'id',
      'in',
      families.map(({ id }) => id),
    )
    .where('ended_at', 'is', null)
    .returning('user_id')
    .execute();
  return ended.map((session) => session.user_id);
};
