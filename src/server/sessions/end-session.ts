import type { Kysely } from 'kysely';
import { audit } from '../audit.ts';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { hashToken, sessionIdOf } from './tokens.ts';

/** What came along in a browser's cookies. */
export interface CarriedTokens {
  access: string | undefined;
  refresh: string | undefined;
}

/**
 * Ends the sessions that either token belongs to, and keeps that. A refresh token that another tab
 * has just used still names its family, and the update waits for that tab's row lock: none survives.
 */
export const endSession = async (
  db: Kysely<Database>,
  { access, refresh, network }: CarriedTokens & { network: string },
): Promise<void> => {
  const hashes = [access, refresh]
    .filter((token) => token !== undefined)
    .filter((token) => sessionIdOf(token) !== undefined)
    .map(hashToken);
  if (hashes.length === 0) return;
  // A union, because one condition over both tables would read them whole.
  const families = await db
    .selectFrom('sessions')
    .where('access_hash', 'in', hashes)
    .select('id')
    .union(db.selectFrom('refresh_tokens').where('hash', 'in', hashes).select('session_id as id'))
    .execute();
  if (families.length === 0) return;
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
  for (const { user_id: userId } of ended)
    await audit(db, { event: 'session', outcome: 'ended', userId, network });
};
