import type { Kysely } from 'kysely';
import type { UserStatus } from '#contract/answers.ts';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { hashToken, sessionIdOf } from './tokens.ts';

/** A live session and whose it is. */
export interface ActiveSession {
  id: string;
  user: { id: string; email: string; name: string; status: UserStatus; companyId: string };
}

/** The session of an access token; undefined when the token is none, expired, replaced or ended. */
export const findSession = async (
  db: Kysely<Database>,
  access: string | undefined,
): Promise<ActiveSession | undefined> => {
  const sessionId = sessionIdOf(access);
  if (access === undefined || sessionId === undefined) return undefined;
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', sessionId)
    .where('access_hash', '=', hashToken(access))
    .where('access_expires_at', '>', now)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .select(['users.id', 'email', 'name', 'status', 'company_id'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email, name, status, company_id: companyId } = row;
  return { id: sessionId, user: { id, email, name, status, companyId } };
};
