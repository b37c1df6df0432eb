import type { Kysely } from 'kysely';
import { now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { audit } from '../audit.ts';
import { readToken } from './tokens.ts';

/** Session tokens of a request's cookies. */
export interface PresentedTokens {
  access: string | undefined;
  refresh: string | undefined;
}

/**
 * Ends the sessions of both tokens, and audits that. A refresh token that another tab rotates at the
 * same time has the same session id, and the update waits for that tab's row lock.
 */
export const endSession = async (
  db: Kysely<Database>,
  key: Buffer,
  { access, refresh, network }: PresentedTokens & { network: string },
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
