import type { Kysely } from 'kysely';
import type { UserStatus } from '#contract/answers.ts';
import { ACCESS_LIFETIME_MS } from '#contract/limits.ts';
import { ago, now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { readToken } from './tokens.ts';

/** A live session and whose it is. */
export interface ActiveSession {
  id: string;
  user: { id: string; email: string; name: string; status: UserStatus; companyId: string };
}

/** The session of an access token; undefined when the token is none, expired, replaced or ended. */
export const findSession = async (
  db: Kysely<Database>,
  key: Buffer,
  access: string | undefined,
): Promise<ActiveSession | undefined> => {
  const token = readToken(key, 'access', access);
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', token.sessionId)
    .where('generation', '=', token.generation)
    .where('renewed_at', '>', ago(ACCESS_LIFETIME_MS))
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .select(['users.id', 'email', 'name', 'status', 'company_id'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email, name, status, company_id: companyId } = row;
  return { id: token.sessionId, user: { id, email, name, status, companyId } };
};
