import type { Kysely } from 'kysely';
import { audit } from '../audit.ts';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { readToken } from './tokens.ts';

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
  key: Buffer,
  { access, refresh, network }: CarriedTokens & { network: string },
): Promise<void> => {
  const tokens = [readToken(key, 'access', access), readToken(key, 'refresh', refresh)];
  const ids = tokens.flatMap((token) => token?.sessionId ?? []);
  if (ids.length === 0) return;
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .execute();
  for (const { user_id: userId } of ended)
    await audit(db, { event: 'session', outcome: 'ended', userId, network });
};
