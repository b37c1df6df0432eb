import type { Kysely } from 'kysely';
import type { UserStatus } from '#contract/session.ts';
import { ACCESS_LIFETIME_MS, SESSION_LIFETIME_MS } from '#contract/session.ts';
import { ago, now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { readToken } from './tokens.ts';

/** A live session and its user. */
export interface ActiveSession {
  id: string;
  /** Generation of the token that the request has presented. */
  generation: number;
  /** Whether a later one has replaced it since. */
  isReplaced: boolean;
  user: { id: string; email: string; name: string; status: UserStatus; companyId: string };
}

/**
 * The live session of an access token; undefined if the token is invalid, expired or rotated, or the
 * session has ended.
 *
 * @param mayBeReplaced whether the token before a change of the password will do, for a client that
 * has lost the response to it
 */
export const findSession = async (
  db: Kysely<Database>,
  key: Buffer,
  access: string | undefined,
  mayBeReplaced = false,
): Promise<ActiveSession | undefined> => {
  const token = readToken(key, 'access', access);
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', token.sessionId)
    .where((on) =>
      on.or([
        on('generation', '=', token.generation),
        ...(mayBeReplaced
          ? [
              on('generation', '=', token.generation + 1).and(
                'first_generation',
                '=',
                token.generation + 1,
              ),
            ]
          : []),
      ]),
    )
    .where('renewed_at', '>', ago(ACCESS_LIFETIME_MS))
    .where('expires_at', '>', now)
    .where('opened_at', '>', ago(SESSION_LIFETIME_MS))
    .where('ended_at', 'is', null)
    .select(['users.id', 'email', 'name', 'status', 'company_id', 'generation'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, email, name, status, company_id: companyId } = row;
  return {
    id: token.sessionId,
    generation: token.generation,
    isReplaced: row.generation !== token.generation,
    user: { id, email, name, status, companyId },
  };
};
