import type { Kysely } from 'kysely';
import type { Database } from '#server/database/types.ts';

/** A query for a session of a user that has not ended, beside its user. */
export const liveSession = (
  db: Kysely<Database>,
  { userId, sessionId }: { userId: string; sessionId: string },
) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .select('sessions.id');
