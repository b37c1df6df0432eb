import type { Kysely } from 'kysely';
import { PASSWORD_RESET_WINDOW_MS } from '#contract/password.ts';
import { ago } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';

/**
 * Whether a live session may set its user's password without the old one: the account is not accepted
 * yet, or the session was opened by a code or a passkey within `PASSWORD_RESET_WINDOW_MS`.
 */
export const canSetPassword = async (
  db: Kysely<Database>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> => {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.id', '=', sessionId)
    .where('users.id', '=', userId)
    .where('sessions.ended_at', 'is', null)
    .where((on) =>
      on.or([
        on('users.status', '=', 'sent'),
        on.and([
          on('sessions.opened_by', 'in', ['code', 'passkey']),
          on('sessions.opened_at', '>', ago(PASSWORD_RESET_WINDOW_MS)),
        ]),
      ]),
    )
    .select('sessions.id')
    .executeTakeFirst();
  return row !== undefined;
};
